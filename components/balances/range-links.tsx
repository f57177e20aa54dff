"use client";

import { useTranslations } from "next-intl";
import { DayBoxes } from "@/components/filters/day-boxes";
import { TabLinks } from "@/components/filters/tab-links";
import { useNavigate } from "@/components/navigation/use-navigate";
import { DownloadLink } from "@/components/ui/download-link";
import { CUSTOM_DAYS_MAX, type HistoryFilter, historyQuery, RANGE_NAMES } from "@/lib/balances/range";
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
  const navigate = useNavigate();
  const path = `/${environment}/balances` as const;
  const { currency, range } = filter;
  const tabs = RANGE_NAMES.map((name) => ({
    name,
    text: t(`ranges.${name}`),
    href: `${path}?${historyQuery(name === "custom" ? { currency, range: name, ...days } : { currency, range: name })}` as const,
  }));
  return (
    <>
      {range === "custom" && (
        <DayBoxes
          days={days}
          labels={{ from: t("ranges.from"), to: t("ranges.to") }}
          most={CUSTOM_DAYS_MAX}
          isFilter
          onChoose={(chosen) =>
            chosen &&
            navigate.replace(`${path}?${historyQuery({ currency, range: "custom", ...chosen })}`, { scroll: false })
          }
        />
      )}
      <TabLinks label={t("ranges.label")} tabs={tabs} current={range} />
      {canExport && <DownloadLink href={`/api${path}/export?${historyQuery(filter)}`}>{t("export")}</DownloadLink>}
    </>
  );
}
