import "server-only";
import { setTimeout as pause } from "node:timers/promises";

/** A callback waits so long at most, however many payouts there are. */
const MOST_MS = 250;
const STEP_MS = 10;

/** How many payouts and deposits this process is sending. */
let sending = 0;

/**
 * Sends one while a burst of unsigned callbacks stands back (`afterSending`).
 *
 * @unguarded runs what its caller was permitted to do
 */
export async function aheadOfBursts<T>(send: () => Promise<T>): Promise<T> {
  sending += 1;
  try {
    return await send();
  } finally {
    sending -= 1;
  }
}

/**
 * Waits for the payouts that are being sent, a quarter of a second at most. Each step of a payout would otherwise take its
 * turn behind every callback of a flood.
 *
 * @unguarded waits; reads and writes nothing
 */
export async function afterSending(): Promise<void> {
  for (let waited = 0; sending > 0 && waited < MOST_MS; waited += STEP_MS) await pause(STEP_MS);
}
