import { partsIn } from "@/lib/list/page";
import { parseTypedAmount } from "@/lib/money/amount-input";
import {
  isByAmount,
  needsCurrency,
  ORDER_PARTS,
  SHOWN,
  type Shown,
  SORTS,
  sortInAddress,
  USUAL_CURRENCY,
} from "@/lib/transactions/list/filter";

/* Amounts are compared within one currency: what the address of a list says of amounts goes with it. */

type Values = Readonly<Record<string, string | null>>;

/** The amount as the address has it, in this currency; null where it is none. */
export function readAmount(typed: string, currency: string): string | null {
  const read = parseTypedAmount(typed, currency);
  if (read.ok) return read.value;
  return read.error.kind === "zero" ? "0" : null;
}

const ALL_SHOWN: readonly Shown[] = Object.values(SHOWN).flat();

const sortOf = (values: Values) => SORTS.find((one) => one === values.sort) ?? "newest";

/** The currency of the list, also where it is only assumed; null where the list has all. */
export function currencyOf(values: Values): string | null {
  if (values.currency) return values.currency;
  const [least, most] = [values.least, values.most].map((typed) =>
    typed ? (readAmount(typed, USUAL_CURRENCY) ?? undefined) : undefined,
  );
  return needsCurrency({ sort: sortOf(values), least, most }) ? USUAL_CURRENCY : null;
}

/** The filter as a view of it is saved: with the currency that the address may leave out, and without the usual sort. */
export function withCurrency(values: Values): string {
  const show = ALL_SHOWN.find((one) => one === values.show) ?? "all";
  // Only what waits has a deadline to sort by.
  const sort = values.sort === "urgent" ? undefined : SORTS.find((one) => one === values.sort);
  const said = sort && sortInAddress(sort, show);
  return partsIn({ ...values, after: null, before: null, currency: currencyOf(values), sort: said }, ORDER_PARTS);
}

/** The parts of the address that mean nothing without a currency. */
export const partsByCurrency = (values: Values): string[] => [
  ...["least", "most"],
  ...(isByAmount(sortOf(values)) ? ["sort"] : []),
];

/** What another currency changes beside itself: an amount that is none in it would filter nothing. */
export const changedByCurrency = (values: Values, currency: string): Values =>
  Object.fromEntries((["least", "most"] as const).map((part) => [part, readAmount(values[part] ?? "", currency)]));
