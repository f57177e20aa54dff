import { z } from "zod";

/** Longer than any test needs, and far from what a date can hold. */
const LONGEST_MS = 366 * 86_400_000;

const whole = z.int("must be a whole number of milliseconds");
const tooMuch = `must be at most ${LONGEST_MS} (366 days)`;

/** Milliseconds from now on. */
export const duration = whole.min(0, "must not be negative").max(LONGEST_MS, tooMuch);

/** Milliseconds forwards or backwards. */
export const offset = whole.min(-LONGEST_MS, `must be at least -${LONGEST_MS} (366 days)`).max(LONGEST_MS, tooMuch);
