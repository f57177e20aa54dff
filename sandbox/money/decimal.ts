/**
 * Exact decimals as counts of a smallest unit: `12.50` with two decimals is
 * 1250n. Sums of bigints lose nothing, and PostgreSQL's numeric keeps the text.
 */
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** The units in a decimal text, or null when it is not one or has more digits than `decimals`. */
export function toUnits(text: string, decimals: number): bigint | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const [, minus, whole = "", fraction = ""] = match;
  if (fraction.replace(/0+$/, "").length > decimals) return null;
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  return minus ? -units : units;
}

/** The text of a number of units, with all its decimals: 1250n is `12.50`. */
export function fromUnits(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
  return units < 0n ? `-${text}` : text;
}

/** The units of a decimal that we wrote ourselves. */
export function units(text: string, decimals: number): bigint {
  const read = toUnits(text, decimals);
  if (read === null) throw new Error(`not a decimal with ${decimals} digits: ${text}`);
  return read;
}

/** How a JSON number is written: without zeros that say nothing. */
export const shortest = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
