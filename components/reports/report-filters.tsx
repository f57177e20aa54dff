"use client";

import { Download } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { buttonVariants } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { SegmentedLinks, segmentVariants } from "@/components/ui/segmented";
import type { Environment } from "@/lib/environment";
import { REPORT_TYPES, type ReportFilter, reportQuery, UNITS } from "@/lib/reports/filter";

type Props = { environment: Environment; filter: ReportFilter; currencies: string[]; canExport: boolean };

/** What the report is of. Everything is in the address. */
export function ReportFilters({ environment, filter, currencies, canExport }: Props) {
  const t = useTranslations("reports");
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
      <DayBoxes key={`${from} ${to}`} path={path} filter={filter} />
      {canExport && (
        <a
          href={`/api${path}/export?${reportQuery(filter)}`}
          download
          className={buttonVariants({ className: "ml-auto" })}
        >
          <Download aria-hidden />
          {t("export")}
        </a>
      )}
    </div>
  );
}

/** The first and the last day. The report follows as soon as both are days in this order. */
function DayBoxes({ path, filter }: { path: `/${Environment}/reports`; filter: ReportFilter }) {
  const t = useTranslations("reports");
  const router = useRouter();
  const [typed, setTyped] = useState({ from: filter.from, to: filter.to });
  const change = (changed: Partial<typeof typed>) => {
    const next = { ...typed, ...changed };
    setTyped(next);
    if (next.from === "" || next.to === "" || next.from > next.to) return;
    router.replace(`${path}?${reportQuery({ ...filter, ...next })}`, { scroll: false });
  };
  return (["from", "to"] as const).map((end) => (
    <Input
      key={end}
      type="date"
      aria-label={t(end)}
      required
      value={typed[end]}
      onChange={({ target }) => change({ [end]: target.value })}
      className="min-h-8 w-36 py-0.5 text-md"
    />
  ));
}
