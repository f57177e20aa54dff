/** What the pace is taken from: the last minute. */
export const PACE_MS = 60_000;
/** Of a shorter time it says too little. */
const PACE_FROM_MS = 5_000;

/** Rows a minute, and how long the others take at that pace. */
export type Pace = { perMinute: number; leftMs: number };

/** `sent`: rows of the last minute, or since the batch began or was resumed; null where that says nothing yet. */
export function paceOf({ sent, left, sinceMs }: { sent: number; left: number; sinceMs: number }): Pace | null {
  const ms = Math.min(sinceMs, PACE_MS);
  if (sent === 0 || left === 0 || ms < PACE_FROM_MS) return null;
  return { perMinute: Math.round((sent * 60_000) / ms), leftMs: Math.round((left * ms) / sent) };
}
