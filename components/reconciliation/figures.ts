import { CLASSES, EXCEPTION_CLASSES, type RowClass } from "@/lib/reconciliation/classes";
import type { ClassFigures, ResultRow } from "@/lib/reconciliation/schema";
import type { RowMark } from "@/lib/reconciliation/state";

/** A class over all currencies: rows are counted together, sums never are. */
export function classTotals(classes: readonly ClassFigures[]) {
  return CLASSES.map((one) => {
    const own = classes.filter((figures) => figures.class === one);
    return {
      class: one,
      count: own.reduce((sum, { count }) => sum + count, 0),
      sums: own.map((figures) => ({ currency: figures.currency, amount: sumOf(figures) })),
    };
  });
}

/** What the class is about: what agrees or is counted on two days, or by how much its rows differ. */
const sumOf = ({ class: one, difference, moved }: ClassFigures): string => (isException(one) ? difference : moved);

const isException = (one: RowClass) => EXCEPTION_CLASSES.some((exception) => exception === one);

/** Which sentence explains a row: across the cut-off, the ledger has another day or does not count the order yet. */
export function meaningOf({ class: one, ledgerAmount }: Pick<ResultRow, "class" | "ledgerAmount">) {
  if (one !== "across_cutoff") return one;
  return ledgerAmount === null ? "before_cutoff" : "other_day";
}

const LISTED_MARKS = ["ambiguous", "currency", "type"] as const;

/** What the class and amounts of a row do not show: equal amounts of another type, or an ID that several rows have. */
export const isListedMark = (mark: RowMark | null): mark is (typeof LISTED_MARKS)[number] =>
  LISTED_MARKS.some((listed) => listed === mark);

export function summaryOf(classes: readonly ClassFigures[]) {
  const totals = classTotals(classes);
  const count = (which: (one: RowClass) => boolean) =>
    totals.filter((total) => which(total.class)).reduce((sum, total) => sum + total.count, 0);
  const all = count(() => true);
  return {
    all,
    exceptions: count(isException),
    /** In tenths of a per cent, cut off: 99.99 % is not all. */
    share: all === 0 ? null : `${(Math.floor((count((one) => one === "matched") * 1000) / all) / 10).toFixed(1)}%`,
  };
}
