"use client";

import { useTranslations } from "next-intl";
import { DayBoxes } from "@/components/filters/day-boxes";
import { TabLinks } from "@/components/filters/tab-links";
import { useChosenDays } from "@/components/filters/use-chosen-days";
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
  const [chosen, setChosen] = useChosenDays(days, historyQuery(filter));
  const ofDays = { currency, range: "custom", ...chosen } as const;
  const tabs = RANGE_NAMES.map((name) => ({
    name,
    text: t(`ranges.${name}`),
    href: `${path}?${historyQuery(name === "custom" ? ofDays : { currency, range: name })}` as const,
  }));
  return (
    <>
      {range === "custom" && (
        <DayBoxes
          key={currency}
          days={days}
          labels={{ from: t("ranges.from"), to: t("ranges.to") }}
          most={CUSTOM_DAYS_MAX}
          isFilter
          onChoose={(typed) => {
            if (!typed) return;
            setChosen(typed);
            navigate.replace(`${path}?${historyQuery({ ...ofDays, ...typed })}`, { scroll: false });
          }}
        />
      )}
      <TabLinks label={t("ranges.label")} tabs={tabs} current={range} />
      {canExport && (
        <DownloadLink href={`/api${path}/export?${historyQuery(range === "custom" ? ofDays : filter)}`}>
          {t("export")}
        </DownloadLink>
      )}
    </>
  );
}
