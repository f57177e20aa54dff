"use client";

import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { addAmounts } from "@/lib/money/amount";
import type { OrderTotals } from "@/lib/transactions/schema";

/** How many orders the filter lets through, and their sums by type and currency. Currencies are never added up. */
export function Totals({ totals }: { totals: OrderTotals | undefined }) {
  const t = useTranslations("orders.totals");
  // As high as the figures are going to be.
  if (!totals)
    return <span aria-hidden className="h-3 w-64 max-w-full motion-safe:animate-pulse rounded-sm bg-accent" />;
  if (totals.isMore) return <span>{t("isMore", { most: totals.count })}</span>;
  const fees = feesOf(totals);
  const sums = totals.sums.toSorted((a, b) => a.type.localeCompare(b.type));
  return (
    <>
      <span>{t.rich("count", { count: totals.count, b: (words) => <b>{words}</b> })}</span>
      {[...Map.groupBy(sums, ({ type }) => type)].map(([type, sums]) => (
        <Sum key={type} name={t("sum", { type })} amounts={sums} />
      ))}
      {fees.length > 0 && <Sum name={t("fees")} amounts={fees} />}
    </>
  );
}

type Amount = { currency: string; amount: string };

function Sum({ name, amounts }: { name: string; amounts: Amount[] }) {
  return (
    <span className="flex flex-wrap gap-x-2">
      {name}
      {amounts
        .toSorted((a, b) => a.currency.localeCompare(b.currency))
        .map(({ currency, amount }) => (
          <b key={currency}>
            <Money currency={currency} amount={amount} />
          </b>
        ))}
    </span>
  );
}

function feesOf({ sums }: OrderTotals): Amount[] {
  const known = sums.flatMap(({ currency, fee }) => (fee === null ? [] : [{ currency, fee }]));
  return [...Map.groupBy(known, ({ currency }) => currency)].map(([currency, fees]) => ({
    currency,
    amount: fees.reduce((sum, { fee }) => addAmounts(sum, fee), "0"),
  }));
}
