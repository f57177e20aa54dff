/**
 * Limit of status checks that unsigned callbacks about unknown orders may cause. Anyone who knows an address can send
 * those. Only checks that find nothing count, so that other systems with many orders are not limited.
 */
const IN_VAIN_A_MINUTE = 60;

const MINUTE_MS = 60_000;

export type Spent = { minute: Date; inVain: number };

export const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
export const minuteAfter = (at: Date) => new Date(minuteOf(at).getTime() + MINUTE_MS);

/** The budget after one more check that found nothing. */
export function afterInVain(held: Spent | null, at: Date): Spent {
  const minute = minuteOf(at);
  const before = held !== null && held.minute.getTime() === minute.getTime() ? held.inVain : 0;
  return { minute, inVain: before + 1 };
}

/** Only for the current minute: earlier ones do not count. */
export const isExhausted = ({ inVain }: Spent) => inVain >= IN_VAIN_A_MINUTE;
