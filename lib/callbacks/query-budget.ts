/**
 * How often the service is asked about unknown orders because of unsigned callbacks. Anyone who knows an address can
 * send those. Only questions that find nothing count, so that a busy system of the merchant's own is never held up.
 */
const IN_VAIN_A_MINUTE = 60;

const MINUTE_MS = 60_000;

export type Spent = { minute: Date; inVain: number };

export const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
export const minuteAfter = (at: Date) => new Date(minuteOf(at).getTime() + MINUTE_MS);

/** The budget after one more question that found nothing. */
export function afterInVain(held: Spent | null, at: Date): Spent {
  const minute = minuteOf(at);
  const before = held !== null && held.minute.getTime() === minute.getTime() ? held.inVain : 0;
  return { minute, inVain: before + 1 };
}

/** Of a minute that is over, nothing is spent: ask only about the present one. */
export const isExhausted = ({ inVain }: Spent) => inVain >= IN_VAIN_A_MINUTE;
