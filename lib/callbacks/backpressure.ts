import "server-only";
import { setTimeout as pause } from "node:timers/promises";

/** A callback waits so long at most, however many payouts there are. */
const MOST_MS = 250;
const STEP_MS = 10;

/** So many unsigned callbacks of a burst are worked on at once. */
const AT_ONCE = 3;
const waiting: (() => void)[] = [];
let working = 0;

/** How many payouts and deposits this process is sending. Next loads this module once for jobs and once for callbacks. */
const kept = globalThis as { chobaSending?: { orders: number } };
kept.chobaSending ??= { orders: 0 };
const sending = kept.chobaSending;

/**
 * Sends one while a burst of unsigned callbacks stands back (`afterSending`).
 *
 * @unguarded runs what its caller was permitted to do
 */
export async function aheadOfBursts<T>(send: () => Promise<T>): Promise<T> {
  sending.orders += 1;
  try {
    return await send();
  } finally {
    sending.orders -= 1;
  }
}

/**
 * Waits for the payouts that are being sent, a quarter of a second at most. Each step of a payout would otherwise take its
 * turn behind every callback of a flood.
 *
 * @unguarded waits; reads and writes nothing
 */
export async function afterSending(): Promise<void> {
  for (let waited = 0; sending.orders > 0 && waited < MOST_MS; waited += STEP_MS) await pause(STEP_MS);
}

/**
 * Works on a few unsigned callbacks of a burst at a time; the others wait without costing anything. The steps of a payout,
 * which share the event loop, would otherwise each wait for one step of every callback.
 *
 * @unguarded runs what its caller was permitted to do
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working < AT_ONCE) working += 1;
  else await new Promise<void>((begin) => waiting.push(begin));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) working -= 1;
    // After what arrived from the network meanwhile, such as the database's answers to a payout.
    else setImmediate(next);
  }
}
