import { type Amount, addAmounts, isZero, subtractAmounts } from "@/lib/money/amount";
import type { DayFigures, DayView } from "./schema";

/** In the order of a day's sheet. */
export const SHOWN_FIGURES = [
  "opening",
  "deposits",
  "withdrawals",
  "closing",
  "difference",
  "withdrawalsInFlight",
  "depositsInFlight",
  "unknown",
  "discrepancies",
] as const satisfies (keyof DayFigures)[];

export type Counted = Omit<DayFigures, "expectedLedger" | "difference">;

/**
 * What the ledger should have been at the end of the day, and what it says beyond that. Both balances were said up to a
 * minute before midnight: what was paid in that minute is not in them.
 */
export function addUp(counted: Counted): DayFigures {
  const { opening, closing, deposits, withdrawals } = counted;
  const paid: Amount = subtractAmounts(deposits.net, withdrawals.net);
  const atEdges = subtractAmounts(opening?.paidAfter?.net ?? "0", closing?.paidAfter?.net ?? "0");
  const expectedLedger = opening && addAmounts(opening.ledger, addAmounts(paid, atEdges));
  const difference = closing && expectedLedger && subtractAmounts(closing.ledger, expectedLedger);
  return { ...counted, expectedLedger, difference };
}

/** The names of the figures that are not what they were, for each currency where something moved. */
export function changedSince(closed: DayFigures[], now: DayFigures[]): Map<string, (keyof DayFigures)[]> {
  const changed = new Map<string, (keyof DayFigures)[]>();
  for (const figures of now) {
    const before = closed.find(({ currency }) => currency === figures.currency);
    const names = SHOWN_FIGURES.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(figures[name]));
    if (names.length > 0) changed.set(figures.currency, names);
  }
  return changed;
}

/**
 * What was paid on the day and is not in the figures of its close, in sum. The figures say so, as times do not: a report can
 * have its time before the close and be committed after it.
 */
export function paidBeyondClose(closed: DayFigures[], now: DayFigures[]): DayView["knownSinceClose"] {
  return now.flatMap((figures) => {
    const before = closed.find(({ currency }) => currency === figures.currency);
    return TYPES.flatMap(([name, type]) => {
      const [is, was] = [figures[name], before?.[name]];
      const count = is.count - (was?.count ?? 0);
      const net = subtractAmounts(is.net, was?.net ?? "0");
      return count > 0 || (count === 0 && !isZero(net)) ? [{ currency: figures.currency, type, count, net }] : [];
    });
  });
}

const TYPES = [
  ["deposits", "DEPOSIT"],
  ["withdrawals", "WITHDRAW"],
] as const;

/** How many payments of the day were not known yet when it ended. */
export const lateCount = (figures: readonly DayFigures[]): number =>
  figures.reduce((sum, of) => TYPES.reduce((all, [name]) => all + (of[name].late?.count ?? 0), sum), 0);
