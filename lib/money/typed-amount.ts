import Big from "big.js";
import type { Amount } from "./amount";
import { parseAmount } from "./parse";

/** An amount that somebody looks for; the currency where it was said, too. */
export type TypedAmount = { amount: Amount; currency: string | null };

const BEFORE: [RegExp, string][] = [
  [/^¥\s*/, "JPY"],
  [/^(JPY|THB|USDT)\s*/i, ""],
  [/^฿\s*/, "THB"],
];
const AFTER: [RegExp, string][] = [
  [/\s*(円|yen)$/i, "JPY"],
  [/\s*(JPY|THB|USDT)$/i, ""],
  [/\s*(バーツ|baht)$/i, "THB"],
];

/** Reads 1,000,000 · 100万 · 1億2,000万円 · ¥12000 · 1,250.50 THB, however wide. Null where it is no amount. */
export function readTypedAmount(typed: string): TypedAmount | null {
  let text = typed.normalize("NFKC").trim();
  let currency: string | null = null;
  for (const [unit, named] of [...BEFORE, ...AFTER]) {
    const said = unit.exec(text);
    if (!said) continue;
    currency ??= named === "" ? (said[1]?.toUpperCase() ?? null) : named;
    text = text.replace(unit, "");
  }
  const digits = inDigits(text)?.replace(/^([\d,]+)\.0+$/, "$1") ?? null;
  const read = digits === null ? null : parseAmount(digits, currency ?? "");
  return read?.ok ? { amount: read.value, currency } : null;
}

/** Digits only: 1億2,000万 is 120000000. Text without such a unit stays as it is. */
function inDigits(text: string): string | null {
  if (!/[億万千]/.test(text)) return text;
  const parts = /^(?:([\d,.]+)億)?(?:([\d,.]+)万)?(?:([\d,.]+)千)?(?:([\d,]+))?$/.exec(text.replace(/\s/g, ""));
  if (!parts) return null;
  const [, oku, man, thousands, ones] = parts;
  let sum = new Big(0);
  for (const [part, unit] of [
    [oku, 1e8],
    [man, 1e4],
    [thousands, 1e3],
    [ones, 1],
  ] as const) {
    const read = part === undefined ? null : parseAmount(part, "");
    // Of an amount of which one part says nothing, the others say nothing either.
    if (read && !read.ok) return null;
    if (read) sum = sum.plus(new Big(read.value).times(unit));
  }
  return sum.toFixed();
}
