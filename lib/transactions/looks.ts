/** How long to wait before asking about an order again. Callbacks come once or never, so asking is a normal path. */

const GROWTH = 1.6;

/**
 * `urgent`: nobody knows whether the service has the order, and the answer matters more than the traffic.
 * `for good`: it should never turn up, and somebody must hear of it if it does.
 * `closed`: operations closed it, and the only word that it was paid after all may be a callback that got lost.
 */
export type Pace = "urgent" | "usual" | "for good" | "closed";

const HOUR_MS = 3_600_000;

const FIRST_MS: Record<Pace, number> = { urgent: 4_000, usual: 4_000, "for good": 4_000, closed: HOUR_MS };

const LONGEST_MS: Record<Pace, number> = {
  urgent: 15_000,
  usual: 30 * 60_000,
  "for good": 24 * HOUR_MS,
  closed: 24 * HOUR_MS,
};

/**
 * For so long after operations closed an order it is asked about: "not completed unless a COMPLETED callback was
 * received" (merchant-payments-api.md, "Transaction statuses"), and a callback comes once or never. What is COMPLETED
 * or FAILED stays so, and is not asked about any more.
 */
export const CLOSED_WATCH_MS = 30 * 24 * HOUR_MS;

/** `asks`: how often it was asked since it last moved. `spread`: 0 to 1, so that orders do not ask in step. */
export function gapMs({ asks, pace, spread }: { asks: number; pace: Pace; spread: number }): number {
  const grown = Math.min(FIRST_MS[pace] * GROWTH ** asks, LONGEST_MS[pace]);
  return Math.round(grown * (0.8 + 0.4 * spread));
}

/** How long an order may stay open before a person should hear of it. A payer may take their time; a payout may not. */
export const SILENCE_MS = { WITHDRAW: 2 * HOUR_MS, others: 24 * HOUR_MS };
