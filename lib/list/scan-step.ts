/*
 * A filter without an index is scanned a step at a time. A page is one step; where that did not fill it, the browser goes
 * on from there, and each step may go farther than the one before.
 */

/** A step goes at most so many times as far as for a page. */
export const BATCH_FACTOR_MAX = 256;

/** Adjacent rows read quickly, so that even a million are soon scanned. */
export const batchSizeOf = (step: number) => Math.min(4 ** step, BATCH_FACTOR_MAX);
