import { addAmounts, compareAmounts, isWhole, isZero, plainAmount, subtractAmounts } from "@/lib/money/amount";
import { type AccountSide, JOURNAL_KINDS, type JournalAccounts, type JournalKind } from "./accounts";

/** The completed orders of a Tokyo day, of one type and currency. `net` is what they moved the balance by. */
export type Movement = { day: string; type: string; currency: string; count: number; fees: string; net: string };

/** One line of a journal: a day's sum of one kind, in whole yen. `no` counts from 1. */
export type JournalEntry = {
  no: number;
  day: string;
  kind: JournalKind;
  count: number;
  amount: string;
  debit: AccountSide;
  credit: AccountSide;
};

export const LEFT_OUT = ["currency", "no_accounts", "not_whole_yen"] as const;
export type LeftOut = {
  day: string;
  kind: JournalKind;
  currency: string;
  amount: string;
  why: (typeof LEFT_OUT)[number];
};

type Sum = { day: string; kind: JournalKind; currency: string; count: number; amount: string };

/** The three programs keep books in yen. */
const BOOKED = "JPY";

/**
 * A day's sums as journal lines, and what could not be one with the reason. A deposit is booked with its fee, which is
 * booked as a line of its own, so that the account of the balance moves by exactly what the balance did.
 */
export function journalOf(
  movements: readonly Movement[],
  accounts: JournalAccounts,
): { entries: JournalEntry[]; leftOut: LeftOut[] } {
  const entries: JournalEntry[] = [];
  const leftOut: LeftOut[] = [];
  for (const sum of sumsOf(movements)) {
    const { day, kind, currency, amount } = sum;
    if (isZero(amount)) continue;
    const of = accounts[kind];
    const isBookable = isWhole(amount) && compareAmounts(amount, "0") > 0;
    const why = currency !== BOOKED ? "currency" : !of ? "no_accounts" : isBookable ? null : "not_whole_yen";
    if (of && why === null)
      entries.push({ no: entries.length + 1, day, kind, count: sum.count, amount: yen(amount), ...of });
    else leftOut.push({ day, kind, currency, amount, why: why ?? "no_accounts" });
  }
  return { entries, leftOut };
}

const yen = (amount: string) => plainAmount(amount).replace(/\..*$/, "");

/** Each day's sums of each kind, in the order of the days and of the kinds. */
function sumsOf(movements: readonly Movement[]): Sum[] {
  const sums = new Map<string, Sum>();
  const add = (kind: JournalKind, { day, currency, count }: Movement, amount: string) => {
    const key = `${day} ${JOURNAL_KINDS.indexOf(kind)} ${currency}`;
    const held = sums.get(key);
    sums.set(key, {
      ...{ day, kind, currency },
      count: (held?.count ?? 0) + count,
      amount: addAmounts(held?.amount ?? "0", amount),
    });
  };
  for (const movement of movements) {
    const isDeposit = movement.type === "DEPOSIT";
    const { net, fees } = movement;
    add(
      isDeposit ? "deposits" : "withdrawals",
      movement,
      isDeposit ? addAmounts(net, fees) : subtractAmounts(net, fees),
    );
    add("fees", movement, fees);
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}
