import type { Merchant } from "../merchants/config";

/** Until when the next attempt waits, or null when there is none: today's callbacks are sent once. */
export function retryDelayMs({ announced, retry }: Merchant, attemptsMade: number): number | null {
  if (!announced.callbackRetries || attemptsMade >= retry.attempts) return null;
  return Math.min(retry.firstMs * 2 ** (attemptsMade - 1), LONGEST_DELAY_MS);
}

const LONGEST_DELAY_MS = 3_600_000;
