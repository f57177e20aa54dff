"use client";

import { useLocale, useTranslations } from "next-intl";
import { ChartCard } from "@/components/charts/chart-card";
import { spacedTicks } from "@/components/charts/ticks";
import { useNavigate } from "@/components/navigation/use-navigate";
import { OrdersLink } from "@/components/orders/orders-link";
import type { ChartSeries } from "@/components/ui/chart";
import type { Environment } from "@/lib/environment";
import type { ReportRow } from "@/lib/reports/schema";
import { formatDays } from "@/lib/time";
import type { OrderFilter } from "@/lib/transactions/list/filter";
import { addressOf } from "@/lib/transactions/list/filter";

type Measure = Pick<ChartSeries, "label" | "draw" | "tone"> & {
  /** Null where there is nothing to measure. */
  of: (row: ReportRow) => string | null;
  text: (value: string) => string;
};

type Props = {
  environment: Environment;
  rows: ReportRow[];
  title: string;
  note: string;
  /** In the same unit, that of the axis. */
  measures: [Measure, ...Measure[]];
  /** What else the tooltip and the table say of a period. */
  others?: (row: ReportRow) => { label: string; text: string }[];
  ordersOf: (row: ReportRow) => Partial<OrderFilter>;
  ticks?: number[];
  isWhole?: boolean;
  /** What is said where nothing can be drawn. */
  empty: string;
  /** A value of the axis, where it is not written as the figures are. */
  nameY?: (value: string) => string;
  nameX: (from: string) => string;
};

/** A measure over the periods of a report. Every point leads to the orders that it is made of. */
export function ReportChart({ environment, rows, measures, others = () => [], ordersOf, ...props }: Props) {
  const t = useTranslations("reports");
  const locale = useLocale();
  const navigate = useNavigate();
  const { title, note, ticks, isWhole = false, nameX, nameY = measures[0].text, empty } = props;
  const series = measures.map(({ label, draw, tone }) => ({ key: label, label, draw, tone }));
  const points = rows.map((row) => {
    const values = measures.map((measure) => [measure, measure.of(row)] as const);
    return {
      x: row.from,
      title: formatDays(row, locale),
      values: Object.fromEntries(values.map(([{ label }, value]) => [label, value === null ? null : Number(value)])),
      figures: [
        ...values.map(([{ label, text }, value]) => ({ label, text: value === null ? "–" : text(value) })),
        ...others(row),
      ],
    };
  });
  const open = (from: string) => {
    const row = rows.find((one) => one.from === from);
    if (row) navigate.push(`/${environment}/transactions?${addressOf(ordersOf(row))}`);
  };
  return (
    <ChartCard
      {...{ title, note, series, points, isWhole, nameX, nameY, empty }}
      label={t("chartLabel", { title, note })}
      ticks={{ x: spacedTicks(rows.map(({ from }) => from)), y: ticks }}
      onPick={open}
      table={{
        heads: [t("period"), ...(points[0]?.figures ?? []).map(({ label }) => label)],
        rows: points.map(({ x, title: period, figures }, nth) => ({
          key: x,
          name: (
            <OrdersLink environment={environment} filter={ordersOf(rows[nth] as ReportRow)}>
              {period}
            </OrdersLink>
          ),
          figures: figures.map(({ text }) => text),
        })),
      }}
    />
  );
}
