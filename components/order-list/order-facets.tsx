"use client";

import { useTranslations } from "next-intl";
import { ChoiceFilter } from "@/components/data-table/choice-filter";
import type { Facet } from "@/components/data-table/filter-bar";
import { AmountFilter, DayFilter, DaysFilter, TextFilter } from "@/components/data-table/filters";
import { useNow } from "@/components/use-now";
import { parseTypedAmount } from "@/lib/money/amount-input";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";
import { DAY_MS, tokyoDay } from "@/lib/time";
import { ORDER_TYPES, type OrderList, SHOWN_STATES } from "@/lib/transactions/list/filter";
import type { OrderTotals } from "@/lib/transactions/schema";
import { SOURCES } from "@/lib/transactions/status/status";

type Props = {
  list: OrderList;
  /** The Tokyo day when the page was made. */
  today: string;
  totals: OrderTotals | undefined;
};

/** The filters of a list of orders. */
export function useOrderFacets({ list, today: first, totals }: Props): Facet[] {
  const t = useTranslations("orders");
  const states = useTranslations("states");
  const evidence = useTranslations("evidence");
  const quick = useQuickDays(first);
  const counts = totals && !totals.isMore ? totals : undefined;
  const facet = (name: string, parts: readonly string[], filter: Facet["filter"], isFirst = false): Facet => ({
    ...{ name, parts, filter, isFirst },
  });
  const types = ORDER_TYPES.map((type) => ({ value: type, text: t("typeWord", { type }) }));
  const shown = SHOWN_STATES.map((state) => ({
    value: state,
    text: states(state === "discrepancy" ? "conflict" : state),
  }));
  const sources = SOURCES.map((source) => ({ value: source, text: evidence(source) }));
  const currencies = KNOWN_CURRENCIES.map((code) => ({ value: code, text: code }));
  const days = { parts: ["from", "to"], words: [t("fromDay"), t("toDay")] } as const;
  const paid = { parts: ["paidFrom", "paidTo"], words: [t("paidFrom"), t("paidTo")] } as const;
  const byType = countsBy(counts, "type");
  const byCurrency = countsBy(counts, "currency");
  return [
    facet(t("when"), days.parts, <DaysFilter name={t("when")} {...days} quick={quick} />, true),
    ...(list === "transactions"
      ? [
          facet(
            t("type"),
            ["type"],
            <ChoiceFilter part="type" name={t("type")} options={types} counts={byType} isSingle />,
            true,
          ),
        ]
      : []),
    facet(
      t("state"),
      ["state"],
      <ChoiceFilter part="state" name={t("state")} options={shown} counts={counts?.states} />,
      true,
    ),
    facet(
      t("currency"),
      ["currency"],
      <ChoiceFilter part="currency" name={t("currency")} options={currencies} counts={byCurrency} isSingle />,
      true,
    ),
    facet(t("amount"), ["least", "most"], <Amounts />, true),
    facet(t("player"), ["player"], <TextFilter part="player" name={t("player")} />, true),
    facet(
      t("evidence"),
      ["evidence"],
      <ChoiceFilter part="evidence" name={t("evidence")} options={sources} counts={counts?.evidence} />,
    ),
    facet(t("paidAt"), paid.parts, <DaysFilter name={t("paidAt")} {...paid} quick={quick} />),
    facet(t("openOn"), ["openOn"], <DayFilter part="openOn" name={t("openOn")} />),
  ];
}

function useQuickDays(first: string) {
  const t = useTranslations("orders.days");
  const now = useNow(5_000);
  const today = now === null ? first : tokyoDay(new Date(now));
  const yesterday = tokyoDay(new Date(Date.parse(today) - DAY_MS));
  return [
    { text: t("today"), from: today, to: today },
    { text: t("yesterday"), from: yesterday, to: yesterday },
    { text: t("month"), from: `${today.slice(0, 7)}-01`, to: today },
  ];
}

function countsBy(totals: OrderTotals | undefined, by: "type" | "currency"): Record<string, number> | undefined {
  if (!totals) return undefined;
  const counts: Record<string, number> = {};
  for (const group of totals.sums) counts[group[by]] = (counts[group[by]] ?? 0) + group.count;
  return counts;
}

function Amounts() {
  const t = useTranslations("orders");
  return (
    <AmountFilter
      name={t("amount")}
      words={{ least: t("least"), most: t("most"), hint: t("amountHint"), noAmount: t("noAmount") }}
      read={readAmount}
    />
  );
}

function readAmount(typed: string, currency: string): string | null {
  const read = parseTypedAmount(typed, currency);
  if (read.ok) return read.value;
  return read.error.kind === "zero" ? "0" : null;
}
