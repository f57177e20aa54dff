"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { DownloadLink } from "@/components/ui/download-link";
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
      <DownloadLink href={`/api/${environment}/daily-close/${day}`}>{t("csv")}</DownloadLink>
    </div>
  );
}
