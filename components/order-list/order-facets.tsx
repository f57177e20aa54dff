"use client";

import { useTranslations } from "next-intl";
import { ChoiceFilter } from "@/components/data-table/choice-filter";
import { choiceFacet, daysFacet, facet, optionsOf, textFacet } from "@/components/data-table/facets";
import type { Facet } from "@/components/data-table/filter-bar";
import type { QuickDays } from "@/components/data-table/filters";
import { AmountFilter } from "@/components/data-table/filters";
import { useListAddress } from "@/components/data-table/list-address";
import { useNow } from "@/components/use-now";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";
import { tokyoDay } from "@/lib/time";
import { dayMeant, ORDER_TYPES, type OrderList, SHOWN_STATES } from "@/lib/transactions/list/filter";
import type { OrderTotals } from "@/lib/transactions/schema";
import { SOURCES } from "@/lib/transactions/status/status";
import { changedByCurrency, currencyOf, partsByCurrency, readAmount } from "./list-currency";

type Props = {
  list: OrderList;
  /** The Tokyo day when the page was made. */
  today: string;
  totals: OrderTotals | undefined;
};

export function useOrderFacets({ list, today: first, totals }: Props): Facet[] {
  const t = useTranslations("orders");
  const states = useTranslations("states");
  const evidence = useTranslations("evidence");
  const quickDays = useQuickDays(first);
  const { values } = useListAddress();
  const byCurrency = partsByCurrency(values);
  const counts = totals && !totals.isMore ? totals : undefined;
  const shown = optionsOf(SHOWN_STATES, (state) => states(state === "discrepancy" ? "conflict" : state));
  const types = optionsOf(ORDER_TYPES, (type) => t("typeWord", { type }));
  return [
    daysFacet(t("when"), [t("fromDay"), t("toDay")], quickDays),
    ...(list === "transactions"
      ? [choiceFacet(t("type"), "type", types, { counts: countsBy(counts, "type"), isSingle: true })]
      : []),
    choiceFacet(t("state"), "state", shown, { counts: counts?.states }),
    facet(
      t("currency"),
      ["currency", ...byCurrency],
      <ChoiceFilter
        part="currency"
        name={t("currency")}
        options={optionsOf(KNOWN_CURRENCIES, String)}
        counts={countsBy(counts, "currency")}
        isSingle
        assumed={currencyOf(values)}
        depending={{ parts: byCurrency, changed: (currency) => changedByCurrency(values, currency) }}
      />,
    ),
    facet(t("amount"), ["least", "most"], <AmountFilter name={t("amount")} read={readAmount} />),
    textFacet(t("player"), "player"),
    choiceFacet(t("evidence"), "evidence", optionsOf(SOURCES, evidence), { counts: counts?.evidence }, false),
    daysFacet(t("paidAt"), [t("paidFrom"), t("paidTo")], { parts: ["paidFrom", "paidTo"], ...quickDays }, false),
    daysFacet(t("openOn"), [t("openOn")], { parts: ["openOn"] }, false),
  ];
}

function useQuickDays(first: string) {
  const t = useTranslations("orders.days");
  const now = useNow(5_000);
  const today = now === null ? first : tokyoDay(new Date(now));
  const quick: QuickDays[] = [
    { text: t("today"), days: ["today", "today"] },
    { text: t("yesterday"), days: ["yesterday", "yesterday"] },
    { text: t("month"), days: ["month", "today"] },
  ];
  return { quick, dayOf: (word: string) => dayMeant(word, today) };
}

function countsBy(totals: OrderTotals | undefined, by: "type" | "currency"): Record<string, number> | undefined {
  if (!totals) return undefined;
  const counts: Record<string, number> = {};
  for (const group of totals.sums) counts[group[by]] = (counts[group[by]] ?? 0) + group.count;
  return counts;
}
