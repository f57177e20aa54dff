"use client";

import { useLocale, useTranslations } from "next-intl";
import { ChartCard } from "@/components/charts/chart-card";
import { spacedTicks } from "@/components/charts/ticks";
import { axisTime, longDay } from "@/components/charts/time-axis";
import { Day } from "@/components/display/day";
import type { ChartSeries } from "@/components/ui/chart";
import type { CurrencyHistory } from "@/lib/balances/schema";
import { absolute, subtractAmounts } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";
import { tokyoDayRange } from "@/lib/time";

/** What paid orders brought in and took out, day by day: in above the line, out below it. */
export function FlowChart({ history: { flows, currency } }: { history: CurrencyHistory }) {
  const t = useTranslations("balances.flows");
  const locale = useLocale();
  const series: ChartSeries[] = [
    { key: "inflow", label: t("inflow"), draw: "bar", tone: "chart-1" },
    { key: "outflow", label: t("outflow"), draw: "bar", tone: "chart-2" },
  ];
  const points = flows.map(({ day, inflow, outflow }) => ({
    x: day,
    title: longDay(startOf(day), locale),
    values: { inflow: Number(inflow), outflow: -Number(outflow) },
    figures: [
      { label: t("inflow"), text: formatAmount(inflow, currency) },
      { label: t("outflow"), text: formatAmount(outflow, currency) },
      { label: t("net"), text: formatAmount(subtractAmounts(inflow, outflow), currency) },
    ],
  }));
  return (
    <ChartCard
      title={t("title")}
      note={t("note", { currency })}
      label={`${t("title")}, ${t("note", { currency })}`}
      series={series}
      points={points}
      ticks={{ x: spacedTicks(flows.map(({ day }) => day)) }}
      isWhole={currency === "JPY"}
      nameX={(day) => axisTime(startOf(day), locale)}
      nameY={(y) => formatAmount(absolute(y), currency)}
      table={{
        heads: [t("day"), t("inflow"), t("outflow"), t("net")],
        rows: points.toReversed().map(({ x, figures }) => ({
          key: x,
          name: (
            <span className="figures">
              <Day day={x} />
            </span>
          ),
          figures: figures.map(({ text }) => text),
        })),
      }}
    />
  );
}

const startOf = (day: string): Date => tokyoDayRange(day)?.from ?? new Date(day);
