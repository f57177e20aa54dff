"use client";

import { useLocale, useTranslations } from "next-intl";
import { ChartCard, ChartFrame } from "@/components/charts/chart-card";
import { LazyChart } from "@/components/charts/lazy-chart";
import { plainNumber } from "@/components/charts/plain-number";
import { niceTicks, spacedTicks } from "@/components/charts/ticks";
import { axisTime, longDay } from "@/components/charts/time-axis";
import { Day } from "@/components/display/day";
import { Money } from "@/components/display/money";
import type { ChartSeries } from "@/components/ui/chart";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { CurrencyHistory } from "@/lib/balances/schema";
import { subtractAmounts } from "@/lib/money/amount";
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
  const values = points.flatMap((point) => Object.values(point.values));
  const days = spacedTicks(flows.map(({ day }) => day));
  return (
    <ChartCard
      title={t("title")}
      note={t("note", { currency })}
      series={series}
      table={<FlowTable flows={flows} currency={currency} />}
      chart={
        <ChartFrame>
          <LazyChart
            label={`${t("title")}, ${t("note", { currency })}`}
            series={series}
            points={points}
            ticks={{ x: days, y: niceTicks(values, { fromZero: true, isWhole: currency === "JPY" }) }}
            nameX={(day) => axisTime(startOf(day), locale)}
            nameY={(y) => formatAmount(plainNumber(Math.abs(y)), currency)}
          />
        </ChartFrame>
      }
    />
  );
}

const startOf = (day: string): Date => tokyoDayRange(day)?.from ?? new Date(day);

function FlowTable({ flows, currency }: Pick<CurrencyHistory, "flows" | "currency">) {
  const t = useTranslations("balances.flows");
  return (
    <HeadedTable
      caption={t("title")}
      heads={[t("day"), { figure: t("inflow") }, { figure: t("outflow") }, { figure: t("net") }]}
    >
      {flows.toReversed().map(({ day, inflow, outflow }) => (
        <TableRow key={day}>
          <TableCell className="figures">
            <Day day={day} />
          </TableCell>
          <TableCell className="text-right">
            <Money amount={inflow} currency={currency} />
          </TableCell>
          <TableCell className="text-right">
            <Money amount={outflow} currency={currency} />
          </TableCell>
          <TableCell className="text-right">
            <Money amount={subtractAmounts(inflow, outflow)} currency={currency} />
          </TableCell>
        </TableRow>
      ))}
    </HeadedTable>
  );
}
