import { payeeKey } from "@/lib/limits/payee";
import { type Counted, largestOf, WINDOW_MS } from "@/lib/limits/rules";
import { addAmounts } from "@/lib/money/amount";
import { approversFor, FIRST_RULES } from "@/lib/withdrawals/approval-rules";
import type { DemoOrder } from "./order";

export type Needed = { counted: Counted; approvers: number };

/** What the rules ask of a payout: by it alone, and by what its requester and its payee had within 24 hours. */
export function neededFor(order: DemoOrder, before: readonly DemoOrder[]): Needed {
  const key = payeeKey(order.party);
  const counting = before.filter((other) => {
    const agoMs = order.requestedAt.getTime() - other.requestedAt.getTime();
    if (agoMs < 0 || agoMs >= WINDOW_MS) return false;
    return other.type === "WITHDRAW" && other.currency === order.currency && !cameToNothing(other, order.requestedAt);
  });
  const sumWith = (some: DemoOrder[]) => some.reduce((sum, { amount }) => addAmounts(sum, amount), order.amount);
  const sums = {
    payout: order.amount,
    requester_24h: sumWith(counting.filter(({ requestedBy }) => requestedBy === order.requestedBy)),
    payee_24h: sumWith(counting.filter(({ party }) => payeeKey(party) === key)),
  };
  const counted = largestOf(sums);
  return {
    counted,
    approvers: approversFor(FIRST_RULES.sandbox, { currency: order.currency, amount: counted.amount }),
  };
}

function cameToNothing({ ended, attempt, notCreatedAt }: DemoOrder, by: Date): boolean {
  const isRefused = attempt?.answer === "refused" && attempt.answeredAt !== null && attempt.answeredAt <= by;
  return isRefused || (ended !== null && ended.at <= by) || (notCreatedAt !== null && notCreatedAt <= by);
}
