"use client";

import { useLocale, useTranslations } from "next-intl";
import { axisTime } from "@/components/charts/time-axis";
import { Timestamp } from "@/components/display/timestamp";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import { paidOrders, requestedOrders } from "@/lib/reports/filter";
import { isUnrecorded, type Report, type ReportRow, successRate } from "@/lib/reports/schema";
import { ratePercent } from "@/lib/reports/share";
import { formatMonth, tokyoDayRange } from "@/lib/time";
import { duration, durationTicks } from "./figures";
import { ReportChart } from "./report-chart";
import { ReportTable } from "./report-table";

type Props = { environment: Environment; report: Report };

/** Four charts and the table that has all of their figures. Every figure leads to its orders. */
export function ReportView({ environment, report }: Props) {
  const t = useTranslations("reports");
  const locale = useLocale();
  const { rows, filter, asOf } = report;
  const { currency, unit } = filter;
  const nameX = (from: string) => {
    if (unit === "month") return formatMonth(from.slice(0, 7), locale);
    return axisTime(tokyoDayRange(from)?.from ?? new Date(from), locale);
  };
  const money = (amount: string) => formatAmount(amount, currency);
  const time = (seconds: string) => duration(seconds, locale);
  const countOf = (row: ReportRow, count: number) => (isUnrecorded(report, row) ? "–" : String(count));
  const empty = t(isUnrecorded(report, report.total) ? "beforeRecords" : "empty");
  const common = { environment, rows, nameX, empty };
  const paid = (row: ReportRow) => paidOrders(filter, row);
  const moneyChart = (name: "volume" | "fees", beside: "paid" | "withoutFee") => (
    <ReportChart
      {...common}
      title={t(name)}
      note={t("volumeNote", { currency })}
      measures={[
        {
          label: t(name),
          of: (row) => (isUnrecorded(report, row) ? null : row[name]),
          draw: "bar",
          tone: "chart-1",
          text: money,
        },
      ]}
      others={(row) => [{ label: t(beside), text: countOf(row, row[beside]) }]}
      ordersOf={paid}
      isWhole={currency === "JPY"}
    />
  );
  return (
    <div className="grid gap-4">
      {asOf !== null && (
        <p role="status" className="text-sm text-muted-foreground">
          {t.rich("asOf", { time: () => <Timestamp at={asOf} style="full" /> })}
        </p>
      )}
      {/* The heads of two charts beside each other are as high as the higher one, so that the drawings line up. */}
      <div className="grid gap-4 *:row-span-2 *:grid *:grid-cols-1 *:grid-rows-subgrid *:gap-0 xl:grid-cols-2 print:grid-cols-2">
        {moneyChart("volume", "paid")}
        <ReportChart
          {...common}
          title={t("successRate")}
          note={t("successNote")}
          measures={[{ label: t("successRate"), of: rateOf, draw: "line", tone: "chart-1", text: rateText }]}
          others={(row) => [
            { label: t("requested"), text: countOf(row, row.requested) },
            { label: t("requestedPaid"), text: countOf(row, row.completed) },
          ]}
          ordersOf={(row) => requestedOrders(filter, row)}
          ticks={[0, 0.25, 0.5, 0.75, 1]}
          nameY={(share) => `${Number(share) * 100}%`}
        />
        {moneyChart("fees", "withoutFee")}
        <ReportChart
          {...common}
          title={t("time")}
          note={t("timeNote")}
          measures={[
            { label: t("median"), of: (row) => textOf(row.median), draw: "line", tone: "chart-1", text: time },
            { label: t("p95"), of: (row) => textOf(row.p95), draw: "dashed", tone: "chart-4", text: time },
          ]}
          ordersOf={paid}
          ticks={durationTicks(rows.flatMap(({ median, p95 }) => [median ?? 0, p95 ?? 0]))}
        />
      </div>
      <Card>
        <CardHeader>
          <CardTitle>{t(`by.${unit}`)}</CardTitle>
        </CardHeader>
        <ReportTable environment={environment} report={report} />
      </Card>
      <p className="max-w-prose text-xs text-muted-foreground">{t("definition")}</p>
    </div>
  );
}

const textOf = (value: number | null) => (value === null ? null : String(value));
const rateText = (share: string) => ratePercent(Number(share));
const rateOf = (row: ReportRow) => textOf(successRate(row));
