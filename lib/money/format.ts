import type { Amount } from "./amount";
import { shownDecimalsOf } from "./currencies";

/**
 * `¥12,000`, `1,204,551.75 THB`: the same in English and Japanese. Intl would draw a full-width yen sign in one and
 * `JP¥` in another, and rounds; here every digit that came is shown, but no zeros
 * after the last one beyond the usual decimals: `250.00 USDT` is one figure wherever it stands. A minus is as wide as
 * a plus, which a hyphen is not.
 */
export function formatAmount(amount: Amount, currency: string): string {
  const [, minus = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === "") throw new RangeError(`not an amount: ${amount}`);

  const sign = minus && "−";
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const decimals = fraction.replace(/0+$/, "").padEnd(shownDecimalsOf(currency), "0");
  const digits = decimals === "" ? grouped : `${grouped}.${decimals}`;
  return currency === "JPY" ? `${sign}¥${digits}` : `${sign}${digits} ${currency}`;
}
