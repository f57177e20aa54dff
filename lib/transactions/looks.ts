/** How long to wait before asking about an order again. Callbacks come once or never, so asking is a normal path. */

const FIRST_MS = 4_000;
const LONGEST_MS = 30 * 60_000;
const GROWTH = 1.6;

/** Nobody knows yet whether the service has the order: the answer matters more than the traffic. */
const URGENT_LONGEST_MS = 15_000;

/** `asks`: how often it was asked since it last moved. `spread`: 0 to 1, so that orders do not ask in step. */
export function gapMs({ asks, urgent, spread }: { asks: number; urgent: boolean; spread: number }): number {
  const grown = Math.min(FIRST_MS * GROWTH ** asks, urgent ? URGENT_LONGEST_MS : LONGEST_MS);
  return Math.round(grown * (0.8 + 0.4 * spread));
}
