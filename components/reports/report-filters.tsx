"use client";

import { useTranslations } from "next-intl";
import { DayBoxes } from "@/components/filters/day-boxes";
import { TabLinks } from "@/components/filters/tab-links";
import { useNavigate } from "@/components/navigation/use-navigate";
import { DownloadLink } from "@/components/ui/download-link";
import type { Environment } from "@/lib/environment";
import { REPORT_DAYS_MAX, REPORT_TYPES, type ReportFilter, reportQuery, UNITS } from "@/lib/reports/filter";

type Props = { environment: Environment; filter: ReportFilter; currencies: string[]; canExport: boolean };

/** What the report is of. Everything is in the address. */
export function ReportFilters({ environment, filter, currencies, canExport }: Props) {
  const t = useTranslations("reports");
  const navigate = useNavigate();
  const path = `/${environment}/reports` as const;
  const { from, to, unit, ...of } = filter;
  const href = (shown: Partial<ReportFilter>) => `${path}?${reportQuery(shown)}` as const;
  const typeTabs = REPORT_TYPES.map((type) => ({
    name: type,
    text: t(`types.${type}`),
    href: href({ ...filter, type }),
  }));
  const currencyTabs = currencies.map((currency) => ({
    name: currency,
    text: currency,
    href: href({ ...filter, currency }),
  }));
  // Another unit begins with the days that are usual for it.
  const unitTabs = UNITS.map((name) => ({ name, text: t(`units.${name}`), href: href({ ...of, unit: name }) }));
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
      <TabLinks label={t("type")} tabs={typeTabs} current={filter.type} />
      <TabLinks label={t("currency")} tabs={currencyTabs} current={filter.currency} />
      <TabLinks label={t("unit")} tabs={unitTabs} current={unit} />
      <DayBoxes
        days={{ from, to }}
        labels={{ from: t("from"), to: t("to") }}
        most={REPORT_DAYS_MAX}
        isFilter
        onChoose={(days) => days && navigate.replace(href({ ...filter, ...days }), { scroll: false })}
      />
      {canExport && (
        <DownloadLink href={`/api${path}/export?${reportQuery(filter)}`} className="ml-auto">
          {t("export")}
        </DownloadLink>
      )}
    </div>
  );
}
