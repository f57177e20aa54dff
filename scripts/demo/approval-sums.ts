import { payeeKey } from "@/lib/limits/payee";
import { type Counted, largestOf, WINDOW_MS } from "@/lib/limits/rules";
import { addAmounts } from "@/lib/money/amount";
import { approversFor, FIRST_RULES } from "@/lib/withdrawals/approval-rules";
import type { DemoOrder } from "./order";

export type Needed = { counted: Counted; approvers: number };

/** What the rules ask of a payout: by it alone, and by what its requester and its payee had within 24 hours. */
export function neededFor(order: DemoOrder, before: readonly DemoOrder[]): Needed {
  const key = payeeKey(order.party);
  const sums = { payout: order.amount, requester_24h: order.amount, payee_24h: order.amount };
  for (let index = before.length - 1; index >= 0; index -= 1) {
    const other = before[index];
    const agoMs = other ? order.requestedAt.getTime() - other.requestedAt.getTime() : Number.POSITIVE_INFINITY;
    // They are nearly in order: one may have been put off by minutes.
    if (!other || agoMs >= WINDOW_MS + 3_600_000) break;
    if (agoMs >= WINDOW_MS || agoMs < 0) continue;
    if (other.type !== "WITHDRAW" || other.currency !== order.currency) continue;
    if (cameToNothing(other, order.requestedAt)) continue;
    if (other.requestedBy === order.requestedBy) sums.requester_24h = addAmounts(sums.requester_24h, other.amount);
    if (payeeKey(other.party) === key) sums.payee_24h = addAmounts(sums.payee_24h, other.amount);
  }
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
