import { tokyoDay } from "@/lib/time";
import type { TimelineEntry } from "@/lib/transactions/schema";

/** One entry, and the earlier status checks with the same result. */
export type ShownEntry = { entry: TimelineEntry; again: TimelineEntry[] };
export type TimelineDay = { day: string; shown: ShownEntry[] };

/** Fewer than this are shown one by one. */
const MANY = 3;

/**
 * The entries, newest first, grouped by Tokyo day. Consecutive status checks with the same result are one entry: weeks
 * of polling must not hide the order's events.
 */
export function timelineDays(entries: TimelineEntry[]): TimelineDay[] {
  const days = Map.groupBy(entries, ({ at }) => tokyoDay(new Date(at)));
  return [...days].map(([day, ofDay]) => ({
    day,
    shown: runsIn(ofDay).flatMap((run) => {
      const [entry, ...again] = run;
      if (!entry) return [];
      return run.length < MANY ? run.map((one) => ({ entry: one, again: [] })) : [{ entry, again }];
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
