import { setTimeout as pause } from "node:timers/promises";

/** Short enough that what falls due seems to happen immediately. */
const USUAL_MS = 50;
const AFTER_ERROR_MS = 1_000;

/**
 * Does again and again what is due, until it is stopped: a run that is under way is finished then. What is due stands in
 * the database, so it outlives a restart.
 */
export function repeat(run: () => Promise<void>, onError: (error: unknown) => void, everyMs = USUAL_MS) {
  const ending = new AbortController();
  async function work(): Promise<void> {
    while (!ending.signal.aborted) {
      let waitMs = everyMs;
      try {
        await run();
      } catch (error) {
        onError(error);
        waitMs = AFTER_ERROR_MS;
      }
      await pause(waitMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }
  const worked = work();
  return function stop(): Promise<void> {
    ending.abort();
    return worked;
  };
}
