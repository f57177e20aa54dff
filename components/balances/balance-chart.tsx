"use client";

import { useLocale, useTranslations } from "next-intl";
import { ChartCard } from "@/components/charts/chart-card";
import { axisTime, momentsWithin } from "@/components/charts/time-axis";
import { Timestamp } from "@/components/display/timestamp";
import type { ChartPoint, ChartSeries } from "@/components/ui/chart";
import type { CurrencyHistory } from "@/lib/balances/schema";
import { subtractAmounts } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";
import { formatTokyo } from "@/lib/time";
import { chartSummary } from "./chart-summary";
import { type Sample, samplesOf, sinceFirstAnswer } from "./sample";

type Props = { history: CurrencyHistory; isCustom: boolean };

/** What was available and on the ledger, from the answers that were kept. */
export function BalanceChart({ history: known, isCustom }: Props) {
  const t = useTranslations("balances.chart");
  const locale = useLocale();
  const { currency, points } = known;
  const history = sinceFirstAnswer(known);
  const series: ChartSeries[] = [
    { key: "available", label: t("available"), draw: "area", tone: "chart-1" },
    { key: "ledger", label: t("ledger"), draw: "dashed", tone: "chart-4" },
  ];
  const samples = samplesOf(history);
  const said = chartSummary(t, history, { locale, isCustom });
  const hasGap = samples.some(({ balance }) => balance === null);
  return (
    <ChartCard
      title={t("title")}
      note={currency}
      label={t("label", { title: t("title"), currency, said })}
      series={series}
      points={samples.map((sample) => pointOf(sample, { currency, locale, t }))}
      ticks={{ x: ticksOf(history, samples) }}
      isWhole={currency === "JPY"}
      nameX={(x) => axisTime(nearestMoment(history, x), locale)}
      nameY={(y) => formatAmount(y, currency)}
      empty={t("empty")}
      table={{
        heads: [t("at"), t("available"), t("ledger")],
        rows: points.toReversed().map(({ at, available, ledger }) => ({
          key: at,
          name: <Timestamp at={at} style="minute" />,
          figures: [available, ledger].map((amount) => formatAmount(amount, currency)),
        })),
      }}
    >
      <p className="px-4 pb-3 text-xs text-muted-foreground">
        {said} {hasGap && t("gap")}
      </p>
    </ChartCard>
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
