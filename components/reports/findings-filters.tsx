"use client";

import { useTranslations } from "next-intl";
import { DayBoxes } from "@/components/filters/day-boxes";
import { useChosenDays } from "@/components/filters/use-chosen-days";
import { useNavigate } from "@/components/navigation/use-navigate";
import { DownloadLink } from "@/components/ui/download-link";
import type { Environment } from "@/lib/environment";
import { FINDINGS_DAYS_MAX, type FindingsFilter, findingsQuery } from "@/lib/reports/findings/kinds";

type Props = { environment: Environment; filter: FindingsFilter; canExport: boolean };

/** The days of the report, which are in its address, and its file. */
export function FindingsFilters({ environment, filter, canExport }: Props) {
  const t = useTranslations();
  const navigate = useNavigate();
  const path = `/${environment}/reports/findings` as const;
  const { from, to, finding } = filter;
  const [days, setDays] = useChosenDays({ from, to }, findingsQuery(filter));
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
      <DayBoxes
        key={finding}
        days={{ from, to }}
        labels={{ from: t("reports.from"), to: t("reports.to") }}
        most={FINDINGS_DAYS_MAX}
        isFilter
        onChoose={(typed) => {
          if (!typed) return;
          setDays(typed);
          navigate.replace(`${path}?${findingsQuery({ ...filter, ...typed })}`, { scroll: false });
        }}
      />
      {canExport && (
        <DownloadLink href={`/api${path}/export?${findingsQuery(days)}`} className="ml-auto">
          {t("reports.export")}
        </DownloadLink>
      )}
    </div>
  );
}
