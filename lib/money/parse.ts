import { err, ok, type Result } from "@/lib/result";
import type { Amount } from "./amount";
import { decimalsOf } from "./currencies";

/** Why an input is not a valid amount. */
export type AmountProblem =
  | { kind: "empty" | "not_a_number" | "signed" | "exponent" | "misplaced_comma" | "zero" | "too_long" }
  | { kind: "too_many_decimals"; decimals: number };

/** More digits than any amount of money; far fewer than a column can hold. */
const MAX_DIGITS = 20;

/**
 * Reads a typed amount. Full-width digits, spaces around it and commas between thousands are taken for what they
 * mean; anything that could mean two amounts (`1,00`) is refused, and nothing is ever rounded.
 */
export function parseAmount(typed: string, currency: string): Result<Amount, AmountProblem> {
  const text = halfWidth(typed).trim();
  if (text === "") return err({ kind: "empty" });
  if (/^[+\-−]/.test(text)) return err({ kind: "signed" });
  if (/^[\d,.]+e[+-]?\d+$/i.test(text)) return err({ kind: "exponent" });
  if (!/^\d[\d,]*(\.\d+)?$/.test(text)) return err({ kind: "not_a_number" });
  if (text.includes(",") && !/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return err({ kind: "misplaced_comma" });

  const amount = text.replaceAll(",", "").replace(/^0+(?=\d)/, "");
  const fraction = amount.split(".")[1] ?? "";
  const decimals = decimalsOf(currency);
  if (decimals !== null && fraction.length > decimals) return err({ kind: "too_many_decimals", decimals });
  if (!/[1-9]/.test(amount)) return err({ kind: "zero" });
  if (amount.length > MAX_DIGITS) return err({ kind: "too_long" });
  return ok(amount);
}

/** U+FF01 to U+FF5E are ASCII, drawn wide. */
const halfWidth = (text: string) =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
