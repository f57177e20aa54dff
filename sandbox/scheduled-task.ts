import type { Pool } from "pg";
import type { Clock } from "./clock";
import type { Merchants } from "./merchants/registry";

export type ScheduledTask = { wake: () => void; stop: () => Promise<void> };

const LONGEST_SLEEP_MS = 60_000;

/**
 * Runs a task when it is due. `run` does what is due and returns when more will be; `wake` runs it now, for something new
 * that may be due earlier. Runs never overlap. The schedule is in the database, so it outlives a restart.
 */
export function startScheduledTask(run: () => Promise<Date | null>, onError: (error: unknown) => void): ScheduledTask {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let wanted = false;
  let stopped = false;

  async function work(): Promise<void> {
    let next: Date | null = null;
    do {
      wanted = false;
      try {
        next = await run();
      } catch (error) {
        onError(error);
        next = new Date(Date.now() + 1_000);
      }
    } while (wanted && !stopped);
    running = null;
    if (stopped) return;
    const sleepMs = next ? next.getTime() - Date.now() : LONGEST_SLEEP_MS;
    timer = setTimeout(wake, Math.min(Math.max(sleepMs, 0), LONGEST_SLEEP_MS));
  }

  function wake(): void {
    clearTimeout(timer);
    wanted = true;
    if (!stopped) running ??= work();
  }

  wake();
  return {
    wake,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** What it takes to give orders and registrations their scheduled results. */
export type DueContext = { pool: Pool; merchants: Merchants; clock: Clock };
