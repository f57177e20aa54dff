export type Chore = { wake: () => void; stop: () => Promise<void> };

const LONGEST_SLEEP_MS = 60_000;

/**
 * Work that becomes due by itself. `run` does what is due and says when more
 * will be; `wake` tells it that something new is due earlier. Runs never
 * overlap, and what is due lives in the database, so a restart forgets nothing.
 */
export function startChore(run: () => Promise<Date | null>, onError: (error: unknown) => void): Chore {
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
