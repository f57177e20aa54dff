"use client";

import { Download, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button, buttonVariants } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";

/** The sheet on paper (A4) or as a file. */
export function DayTools({ environment, day }: { environment: Environment; day: string }) {
  const t = useTranslations("dailyClose");
  return (
    <div className="flex gap-2 print:hidden">
      <Button onClick={() => window.print()}>
        <Printer aria-hidden />
        {t("print")}
      </Button>
      <a href={`/api/${environment}/daily-close/${day}`} download className={buttonVariants()}>
        <Download aria-hidden />
        {t("csv")}
      </a>
    </div>
  );
}
