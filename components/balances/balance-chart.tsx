"use client";

import { useLocale, useTranslations } from "next-intl";
import { ChartCard, ChartFrame } from "@/components/charts/chart-card";
import { LazyChart } from "@/components/charts/lazy-chart";
import { plainNumber } from "@/components/charts/plain-number";
import { niceTicks } from "@/components/charts/ticks";
import { axisTime, momentsWithin } from "@/components/charts/time-axis";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import type { ChartPoint, ChartSeries } from "@/components/ui/chart";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { CurrencyHistory } from "@/lib/balances/schema";
import { subtractAmounts } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";
import { formatTokyo } from "@/lib/time";
import { chartSummary } from "./chart-summary";
import { type Sample, samplesOf } from "./sample";

type Props = { history: CurrencyHistory; isCustom: boolean };

/** What was available and on the ledger, from the answers that were kept. */
export function BalanceChart({ history: known, isCustom }: Props) {
  const t = useTranslations("balances.chart");
  const locale = useLocale();
  const { currency, points } = known;
  // Nothing is drawn for the time before the first answer.
  const history = { ...known, from: points[0]?.at ?? known.from };
  const series: ChartSeries[] = [
    { key: "available", label: t("available"), draw: "area", tone: "chart-1" },
    { key: "ledger", label: t("ledger"), draw: "dashed", tone: "chart-4" },
  ];
  const samples = samplesOf(history);
  const drawn = samples.map((sample) => pointOf(sample, { currency, locale, t }));
  const values = drawn.flatMap((point) => Object.values(point.values)).filter((value) => value !== null);
  const said = chartSummary(t, history, { locale, isCustom });
  const hasGap = samples.some(({ balance }) => balance === null);
  return (
    <ChartCard
      title={t("title")}
      note={currency}
      series={series}
      table={<PointTable history={history} />}
      chart={
        <>
          {values.length === 0 ? (
            <p className="p-4 text-muted-foreground">{t("empty")}</p>
          ) : (
            <ChartFrame>
              <LazyChart
                label={t("label", { title: t("title"), currency, said })}
                series={series}
                points={drawn}
                ticks={{ x: ticksOf(history, samples), y: niceTicks(values, { isWhole: currency === "JPY" }) }}
                nameX={(x) => axisTime(nearestMoment(history, x), locale)}
                nameY={(y) => formatAmount(plainNumber(y), currency)}
              />
            </ChartFrame>
          )}
          <p className="px-4 pb-3 text-xs text-muted-foreground">
            {said} {hasGap && t("gap")}
          </p>
        </>
      }
    />
  );
}

type Words = { currency: string; locale: string; t: ReturnType<typeof useTranslations<"balances.chart">> };

function pointOf({ at, balance }: Sample, { currency, locale, t }: Words): ChartPoint {
  const title = formatTokyo(new Date(at), "minute", locale);
  if (!balance) {
    const unknown = [t("available"), t("ledger")].map((label) => ({ label, text: "–" }));
    return { x: at, title, values: { available: null, ledger: null }, figures: unknown };
  }
  const { available, ledger } = balance;
  const figures = [
    { label: t("available"), text: formatAmount(available, currency) },
    { label: t("ledger"), text: formatAmount(ledger, currency) },
    { label: t("held"), text: formatAmount(subtractAmounts(ledger, available), currency) },
  ];
  return { x: at, title, values: { available: Number(available), ledger: Number(ledger) }, figures };
}

const momentsOf = ({ from, until }: CurrencyHistory) => momentsWithin(new Date(from), new Date(until));

/** The samples that stand nearest to round moments. */
const ticksOf = (history: CurrencyHistory, samples: Sample[]): string[] =>
  momentsOf(history).flatMap((moment) => samples.find(({ at }) => Date.parse(at) >= moment.getTime())?.at ?? []);

const nearestMoment = (history: CurrencyHistory, at: string): Date =>
  momentsOf(history).findLast((moment) => moment.getTime() <= Date.parse(at)) ?? new Date(at);

function PointTable({ history: { points, currency } }: { history: CurrencyHistory }) {
  const t = useTranslations("balances.chart");
  return (
    <HeadedTable caption={t("title")} heads={[t("at"), { figure: t("available") }, { figure: t("ledger") }]}>
      {points.toReversed().map(({ at, available, ledger }) => (
        <TableRow key={at}>
          <TableCell>
            <Timestamp at={at} style="minute" />
          </TableCell>
          <TableCell className="text-right">
            <Money amount={available} currency={currency} />
          </TableCell>
          <TableCell className="text-right">
            <Money amount={ledger} currency={currency} />
          </TableCell>
        </TableRow>
      ))}
    </HeadedTable>
  );
}
