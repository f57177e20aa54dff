import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { linkAuditLines } from "@/lib/audit/link";
import { db } from "@/lib/db/connection";
import { log } from "@/lib/log";

/** A line waits so long for its link, and a page or an idle job runner for the news. */
const PAUSE_MS = 50;
const AGAIN_MS = 1_000;

const kept = globalThis as { chobaLinker?: { running: Promise<void>; stop: AbortController } };

/** Starts linking audit lines in this process, once. Several processes take turns. */
export function startLinker(): void {
  if (kept.chobaLinker) return;
  const stop = new AbortController();
  kept.chobaLinker = { stop, running: keepLinking(stop.signal) };
}

/** Links what the jobs of this process have recorded, and ends. */
export async function stopLinker(): Promise<void> {
  kept.chobaLinker?.stop.abort();
  await kept.chobaLinker?.running;
}

async function keepLinking(signal: AbortSignal): Promise<void> {
  for (let failed = false; ; ) {
    const isLast = signal.aborted;
    try {
      await linkAuditLines(db());
      failed = false;
    } catch (error) {
      if (!failed) log.warn({ error }, "audit: lines could not be linked, trying again");
      failed = true;
    }
    if (isLast) return;
    // Aborted: the last round begins.
    await pause(failed ? AGAIN_MS : PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}
