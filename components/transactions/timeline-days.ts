import { tokyoDay } from "@/lib/time";
import type { TimelineEntry } from "@/lib/transactions/schema";

/** One entry, and the earlier status checks with the same result. `isCut`: there may be more of them than were read. */
export type ShownEntry = { entry: TimelineEntry; again: TimelineEntry[]; isCut: boolean };
export type TimelineDay = { day: string; shown: ShownEntry[] };

/** Fewer than this are shown one by one. */
const MANY = 3;

/**
 * The entries, newest first, grouped by Tokyo day. Consecutive status checks with the same result are one entry: weeks
 * of polling must not hide the order's events. `hasEarlier`: these are not all of them.
 */
export function timelineDays(entries: TimelineEntry[], hasEarlier = false): TimelineDay[] {
  const oldest = hasEarlier ? entries.at(-1) : undefined;
  const days = Map.groupBy(entries, ({ at }) => tokyoDay(new Date(at)));
  return [...days].map(([day, ofDay]) => ({
    day,
    shown: runsIn(ofDay).flatMap((run) => {
      const [entry, ...again] = run;
      if (!entry) return [];
      if (run.length < MANY) return run.map((one) => ({ entry: one, again: [], isCut: false }));
      return [{ entry, again, isCut: oldest !== undefined && again.at(-1) === oldest }];
    }),
  }));
}

/** Consecutive status checks with the same result; all other entries stand alone. */
function runsIn(entries: TimelineEntry[]): TimelineEntry[][] {
  const runs: TimelineEntry[][] = [];
  for (const entry of entries) {
    const word = wordOf(entry);
    const last = runs.at(-1);
    if (word !== null && last?.[0] && wordOf(last[0]) === word) last.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

/** The result of a repeated status check; null for a new result. */
function wordOf(entry: TimelineEntry): string | null {
  if (entry.kind !== "asked" || entry.isControl) return null;
  if (entry.found) return entry.verdict === "same" ? `found ${entry.status}` : null;
  const { failure } = entry;
  if (failure === null) return null;
  return failure.kind === "refused" ? `refused ${failure.status}` : `${failure.kind} ${failure.reason}`;
}
