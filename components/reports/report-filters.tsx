"use client";

import { useTranslations } from "next-intl";
import { DayBoxes } from "@/components/filters/day-boxes";
import { TabLinks } from "@/components/filters/tab-links";
import { useChosenDays } from "@/components/filters/use-chosen-days";
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
  const [days, setDays] = useChosenDays({ from, to }, reportQuery(filter));
  const chosen = { ...filter, ...days };
  const href = (shown: Partial<ReportFilter>) => `${path}?${reportQuery(shown)}` as const;
  const typeTabs = REPORT_TYPES.map((type) => ({
    name: type,
    text: t(`types.${type}`),
    href: href({ ...chosen, type }),
  }));
  const currencyTabs = currencies.map((currency) => ({
    name: currency,
    text: currency,
    href: href({ ...chosen, currency }),
  }));
  // Another unit begins with the days that are usual for it.
  const unitTabs = UNITS.map((name) => ({ name, text: t(`units.${name}`), href: href({ ...of, unit: name }) }));
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
      <TabLinks label={t("type")} tabs={typeTabs} current={filter.type} />
      <TabLinks label={t("currency")} tabs={currencyTabs} current={filter.currency} />
      <TabLinks label={t("unit")} tabs={unitTabs} current={unit} />
      <DayBoxes
        key={unit}
        days={{ from, to }}
        labels={{ from: t("from"), to: t("to") }}
        most={REPORT_DAYS_MAX}
        isFilter
        onChoose={(typed) => {
          if (!typed) return;
          setDays(typed);
          navigate.replace(href({ ...filter, ...typed }), { scroll: false });
        }}
      />
      {canExport && (
        <DownloadLink href={`/api${path}/export?${reportQuery(chosen)}`} className="ml-auto">
          {t("export")}
        </DownloadLink>
      )}
    </div>
  );
}
