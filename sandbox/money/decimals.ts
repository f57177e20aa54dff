import Big from "big.js";

/** Whether a text is a decimal of at least 0 with at most so many decimals; zeros at the end do not count. */
export const isDecimal = (text: string, decimals: number): boolean =>
  /^\d+(\.\d+)?$/.test(text) && Big(text).round(decimals).eq(text);

/** How a JSON number is written: without zeros at the end. */
export const shortest = (text: string): string => Big(text).toFixed();
