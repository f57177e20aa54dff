import "server-only";

/** How many unsigned callbacks of a burst are processed concurrently, with a pause before each next one. */
const CONCURRENCY = 2;
const PAUSE_MS = 30;
/** From so many waiting callbacks on there is no pause: each holds its body in memory. */
const LONG_QUEUE = 2_000;
const waiting: (() => void)[] = [];
let working = 0;

/**
 * Works on a few unsigned callbacks of a burst at a time; the others wait without costing anything. The pause leaves the
 * processor to PostgreSQL and to the jobs, which send payouts meanwhile.
 *
 * @unguarded runs what its caller was permitted to do
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working < CONCURRENCY) working += 1;
  else await new Promise<void>((begin) => waiting.push(begin));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) working -= 1;
    else setTimeout(next, waiting.length < LONG_QUEUE ? PAUSE_MS : 0);
  }
}
