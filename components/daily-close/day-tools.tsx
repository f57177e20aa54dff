"use client";

import { useTranslations } from "next-intl";
import { Button, buttonVariants } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";

/** The sheet on paper (A4) or as a file. */
export function DayTools({ environment, day }: { environment: Environment; day: string }) {
  const t = useTranslations("closing");
  return (
    <div className="flex gap-2 print:hidden">
      <Button onClick={() => window.print()}>{t("print")}</Button>
      <a href={`/api/${environment}/closing/${day}`} download className={buttonVariants()}>
        {t("csv")}
      </a>
    </div>
  );
}
