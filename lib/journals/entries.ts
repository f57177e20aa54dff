import {
  absolute,
  addAmounts,
  compareAmounts,
  isWhole,
  isZero,
  plainAmount,
  subtractAmounts,
} from "@/lib/money/amount";
import type { MovementKind } from "@/lib/reconciliation/movements/movement";
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

/**
 * What moved the balance of a day beside orders, in sum: by the name that a person or a rule has given it, null without
 * one. The amount has its sign.
 */
export type BalanceMovement = {
  day: string;
  name: MovementKind | null;
  currency: string;
  count: number;
  amount: string;
};

/** `by_hand`: a person decides how to book it. */
const KINDS = [...JOURNAL_KINDS, "by_hand"] as const;
type Kind = (typeof KINDS)[number];

/** A top-up that took from the balance, or a transfer that added to it, is none. */
export function kindOf({ name, amount }: Pick<BalanceMovement, "name" | "amount">): Kind {
  const isIn = compareAmounts(amount, "0") > 0;
  if (name === "top_up" && isIn) return "top_ups";
  return name === "bank_settlement" && !isIn ? "bank_transfers" : "by_hand";
}

export const LEFT_OUT = ["currency", "no_accounts", "not_whole_yen", "by_hand"] as const;
export type LeftOut = {
  day: string;
  kind: Kind;
  currency: string;
  amount: string;
  why: (typeof LEFT_OUT)[number];
};

/** What is booked of one kind, with accounts or without. */
export type KindSum = { kind: Kind; currency: string; amount: string };
type Sum = KindSum & { day: string; count: number };

/** The three programs keep books in yen. */
const BOOKED = "JPY";

/** Whether journals may have a line for such a movement, where the kind has accounts. */
export const isBooked = (movement: Pick<BalanceMovement, "name" | "amount" | "currency">): boolean =>
  movement.currency === BOOKED && kindOf(movement) !== "by_hand";

/**
 * A day's sums as journal lines, and what could not be one with the reason. A deposit is booked with its fee, which is
 * booked as a line of its own, so that the account of the balance moves by exactly what the balance did.
 */
export function journalOf(
  movements: readonly Movement[],
  beside: readonly BalanceMovement[],
  accounts: JournalAccounts,
): { entries: JournalEntry[]; leftOut: LeftOut[] } {
  const entries: JournalEntry[] = [];
  const leftOut: LeftOut[] = [];
  for (const { day, kind, currency, count, amount } of sumsOf(movements, beside)) {
    if (isZero(amount)) continue;
    const leave = (why: LeftOut["why"]) => leftOut.push({ day, kind, currency, amount, why });
    if (kind === "by_hand") leave("by_hand");
    else if (currency !== BOOKED) leave("currency");
    else if (!accounts[kind]) leave("no_accounts");
    else if (!isWhole(amount) || compareAmounts(amount, "0") < 0) leave("not_whole_yen");
    else entries.push({ no: entries.length + 1, day, kind, count, amount: plainAmount(amount), ...accounts[kind] });
  }
  return { entries, leftOut };
}

/** Each day's sums of each kind, in the order of the days and of the kinds. */
function sumsOf(movements: readonly Movement[], beside: readonly BalanceMovement[]): Sum[] {
  const sums = new Map<string, Sum>();
  const add = (kind: Kind, { day, currency, count }: Omit<Sum, "kind" | "amount">, amount: string) => {
    const key = `${day} ${KINDS.indexOf(kind)} ${currency}`;
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
  for (const movement of beside) add(kindOf(movement), movement, absolute(movement.amount));
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** The sums of all days together. */
export const kindSumsOf = (movements: readonly Movement[], beside: readonly BalanceMovement[]): KindSum[] =>
  sumsOf(movements.map(onOneDay), beside.map(onOneDay)).map(({ kind, currency, amount }) => ({
    kind,
    currency,
    amount,
  }));
const onOneDay = <T extends { day: string }>(movement: T): T => ({ ...movement, day: "" });

/** What the sums have become more by since, or less; those that are the same are left out. */
export function changedSums(before: readonly KindSum[], now: readonly KindSum[]): KindSum[] {
  const lost = before.filter((was) => !now.some((is) => isSameKind(is, was))).map((was) => ({ ...was, amount: "0" }));
  return [...now, ...lost].flatMap((is) => {
    const was = before.find((one) => isSameKind(one, is));
    const amount = subtractAmounts(is.amount, was?.amount ?? "0");
    return isZero(amount) ? [] : [{ ...is, amount }];
  });
}
const isSameKind = (one: KindSum, other: KindSum) => one.kind === other.kind && one.currency === other.currency;
