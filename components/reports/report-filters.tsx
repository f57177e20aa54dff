"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { DayBoxes } from "@/components/filters/day-boxes";
import { useNavigate } from "@/components/navigation/use-navigate";
import { DownloadLink } from "@/components/ui/download-link";
import { SegmentedLinks, segmentVariants } from "@/components/ui/segmented";
import type { Environment } from "@/lib/environment";
import { REPORT_DAYS_MAX, REPORT_TYPES, type ReportFilter, reportQuery, UNITS } from "@/lib/reports/filter";

type Props = { environment: Environment; filter: ReportFilter; currencies: string[]; canExport: boolean };

/** What the report is of. Everything is in the address. */
export function ReportFilters({ environment, filter, currencies, canExport }: Props) {
  const t = useTranslations("reports");
  const navigate = useNavigate();
  const path = `/${environment}/reports` as const;
  const { from, to, unit, ...of } = filter;
  const choices = [
    {
      label: t("type"),
      options: REPORT_TYPES.map((type) => ({
        name: t(`types.${type}`),
        isChosen: type === filter.type,
        to: { ...filter, type },
      })),
    },
    {
      label: t("currency"),
      options: currencies.map((currency) => ({
        ...{ name: currency, isChosen: currency === filter.currency, to: { ...filter, currency } },
      })),
    },
    {
      label: t("unit"),
      // Another unit begins with the days that are usual for it.
      options: UNITS.map((name) => ({ name: t(`units.${name}`), isChosen: name === unit, to: { ...of, unit: name } })),
    },
  ];
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {choices.map(({ label, options }) => (
        <SegmentedLinks key={label} aria-label={label}>
          {options.map(({ name, isChosen, to: target }) => (
            <Link
              key={name}
              href={`${path}?${reportQuery(target)}`}
              aria-current={isChosen ? "true" : undefined}
              scroll={false}
              className={segmentVariants()}
            >
              {name}
            </Link>
          ))}
        </SegmentedLinks>
      ))}
      <DayBoxes
        days={{ from, to }}
        labels={{ from: t("from"), to: t("to") }}
        most={REPORT_DAYS_MAX}
        onChoose={(days) =>
          days && navigate.replace(`${path}?${reportQuery({ ...filter, ...days })}`, { scroll: false })
        }
      />
      {canExport && (
        <DownloadLink href={`/api${path}/export?${reportQuery(filter)}`} className="ml-auto">
          {t("export")}
        </DownloadLink>
      )}
    </div>
  );
}
