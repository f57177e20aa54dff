import Big from "big.js";

/** Amounts are decimal strings (`"1204551.75"`), never floats. Results are plain digits, without an exponent. */
export type Amount = string;

export const addAmounts = (a: Amount, b: Amount): Amount => new Big(a).plus(b).toFixed();
export const absolute = (amount: Amount): Amount => new Big(amount).abs().toFixed();
export const subtractAmounts = (a: Amount, b: Amount): Amount => new Big(a).minus(b).toFixed();

/** Negative where a is less, zero where they are worth the same, positive where a is more. */
export const compareAmounts = (a: Amount, b: Amount): number => new Big(a).cmp(b);

/** Worth the same: `1.50` and `1.5` are written differently and are one amount. */
export const sameAmount = (a: Amount, b: Amount): boolean => compareAmounts(a, b) === 0;

/** Whether two amounts lie further apart than so much. */
export const tellsApart = (a: Amount, b: Amount, tolerance: Amount): boolean =>
  new Big(a).minus(b).abs().gt(new Big(tolerance).abs());

/** As it is written everywhere here: `1.50` and `1.5` become the same text. */
export const plainAmount = (amount: Amount): Amount => new Big(amount).toFixed();

export const isZero = (amount: Amount): boolean => !/[1-9]/.test(amount);

export const isWhole = (amount: Amount): boolean => !/\.\d*[1-9]/.test(amount);

export const timesAmount = (amount: Amount, times: number): Amount => new Big(amount).times(times).toFixed();
