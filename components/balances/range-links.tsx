"use client";

import { Download } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { buttonVariants } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { SegmentedLinks, segmentVariants } from "@/components/ui/segmented";
import { type HistoryFilter, historyQuery, RANGE_NAMES } from "@/lib/balances/range";
import type { Environment } from "@/lib/environment";

type Days = { from: string; to: string };
type Props = {
  environment: Environment;
  filter: HistoryFilter;
  /** What the other ranges show now, as the days to begin from. */
  days: Days;
  canExport: boolean;
};

/** How far back the charts go, and the same as a file. */
export function RangeLinks({ environment, filter, days, canExport }: Props) {
  const t = useTranslations("balances");
  const path = `/${environment}/balances` as const;
  const { currency, range } = filter;
  const filterOf = (name: (typeof RANGE_NAMES)[number]): HistoryFilter =>
    name === "custom" ? { currency, range: name, ...days } : { currency, range: name };
  return (
    <>
      {range === "custom" && (
        <DayBoxes
          // Another range begins with its own days.
          key={`${days.from} ${days.to}`}
          days={days}
          path={path}
          currency={currency}
        />
      )}
      <SegmentedLinks aria-label={t("ranges.label")}>
        {RANGE_NAMES.map((name) => (
          <Link
            key={name}
            href={`${path}?${historyQuery(filterOf(name))}`}
            aria-current={name === range ? "true" : undefined}
            scroll={false}
            className={segmentVariants()}
          >
            {t(`ranges.${name}`)}
          </Link>
        ))}
      </SegmentedLinks>
      {canExport && (
        <a href={`/api${path}/export?${historyQuery(filter)}`} download className={buttonVariants()}>
          <Download aria-hidden />
          {t("export")}
        </a>
      )}
    </>
  );
}

type BoxesProps = { days: Days; path: `/${Environment}/balances`; currency: string | undefined };

/** The first and the last day. The charts follow as soon as both are days in this order. */
function DayBoxes({ days, path, currency }: BoxesProps) {
  const t = useTranslations("balances.ranges");
  const router = useRouter();
  const [typed, setTyped] = useState(days);
  const change = (changed: Partial<Days>) => {
    const next = { ...typed, ...changed };
    setTyped(next);
    if (next.from === "" || next.to === "" || next.from > next.to) return;
    router.replace(`${path}?${historyQuery({ currency, range: "custom", ...next })}`, { scroll: false });
  };
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {(["from", "to"] as const).map((end) => (
        <Input
          key={end}
          type="date"
          aria-label={t(end)}
          required
          value={typed[end]}
          onChange={({ target }) => change({ [end]: target.value })}
          className="min-h-8 w-36 py-0.5 text-md"
        />
      ))}
    </div>
  );
}
