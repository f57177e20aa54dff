import { type Failure, isNotFound } from "@/lib/payments-api/failure";
import type { Purpose } from "@/lib/transactions/non-creation/rules";

/**
 * How long to wait before the next status check. Callbacks come once or never, so polling is part of normal operation.
 */

const GROWTH = 1.6;

/**
 * `urgent`: the outcome is unknown, so speed matters more than traffic. `permanent`: expected never to be found; a user
 * is alerted if it is. `closed`: closed by the service's operations; the callback of a later payment may be lost.
 */
export type Pace = "urgent" | "usual" | "permanent" | "closed";

const HOUR_MS = 3_600_000;

const FIRST_MS: Record<Pace, number> = { urgent: 4_000, usual: 1_500, permanent: 4_000, closed: HOUR_MS };

const FIRST_REFUSED_MS = 15_000;

const LONGEST_MS: Record<Pace, number> = {
  urgent: 15_000,
  usual: 30 * 60_000,
  permanent: 24 * HOUR_MS,
  closed: 24 * HOUR_MS,
};

/**
 * How long an order closed by operations is polled: "not completed unless a COMPLETED callback was received"
 * (merchant-payments-api.md, "Transaction statuses"), and a callback comes once or never. COMPLETED and FAILED are
 * final and not polled.
 */
export const CLOSED_WATCH_MS = 30 * 24 * HOUR_MS;

/**
 * How long a rejected order is polled: the rejection may be wrong, and its only callback lost. Soon after it at first,
 * then hourly for a day, then daily.
 */
export const REFUSED_WATCH_MS = 30 * 24 * HOUR_MS;

/** `sinceMs`: time since the rejection. */
export function refusedBackoffMs({ sinceMs, spread }: { sinceMs: number; spread: number }): number {
  const gap = sinceMs >= 24 * HOUR_MS ? 24 * HOUR_MS : Math.min(Math.max(sinceMs, FIRST_REFUSED_MS), HOUR_MS);
  return spreadOut(gap, spread);
}

/** `polls`: status checks since the last change. `spread`: 0 to 1, so that orders are not polled in step. */
export function backoffMs({ polls, pace, spread }: { polls: number; pace: Pace; spread: number }): number {
  const grown = Math.min(FIRST_MS[pace] * GROWTH ** polls, LONGEST_MS[pace]);
  return spreadOut(grown, spread);
}

const spreadOut = (ms: number, spread: number) => Math.round(ms * (0.8 + 0.4 * spread));

/** Checks in a row without a change that still follow unsigned callbacks immediately; later ones are delayed. */
const QUICK_ASKS = 5;
const LONGEST_HINT_MS = 60_000;

/** The least time between two checks caused by unsigned callbacks, which anyone can send. */
export function hintBackoffMs(polls: number): number {
  if (polls < QUICK_ASKS) return 0;
  return Math.min(Math.round(1_000 * GROWTH ** (polls - QUICK_ASKS)), LONGEST_HINT_MS);
}

/** How long an order may stay open before it is shown to users. Payers may take their time; withdrawals should not. */
export const SILENCE_MS = { WITHDRAW: 2 * HOUR_MS, others: 24 * HOUR_MS };

type Look = { purpose: Purpose; failure: Failure | null; sentAt: Date; answeredAt: Date | null };

/** "Not found" is an answer; other failures say nothing about the order. */
const isAnswered = ({ failure }: Look) => failure === null || isNotFound(failure);

/** The last answer about an order or player, and the latest check if it got none. */
export function checksOf(asked: Look[]): { lastAnsweredAt: string | null; lastTriedAt: string | null } {
  const checks = asked.filter(({ purpose }) => purpose === "status_check").toSorted((a, b) => +b.sentAt - +a.sentAt);
  const [newest] = checks;
  const answered = checks.find(isAnswered);
  return {
    lastAnsweredAt: answered ? (answered.answeredAt ?? answered.sentAt).toISOString() : null,
    lastTriedAt: newest && newest !== answered ? newest.sentAt.toISOString() : null,
  };
}
