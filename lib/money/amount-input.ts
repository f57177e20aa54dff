import Big from "big.js";
import type { Result } from "@/lib/result";
import type { Amount } from "./amount";
import { type AmountProblem, parseAmount } from "./parse";

/** An amount to search for, with its currency if one was entered. */
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

/** What people write beside an amount of this currency. Of another currency it would be another amount. */
const UNITS: Record<string, [before: RegExp, after: RegExp]> = {
  JPY: [/^(¥|￥|JPY)\s*/i, /\s*(円|yen|JPY)$/i],
  THB: [/^(฿|THB)\s*/i, /\s*(บาท|バーツ|baht|THB)$/i],
  USDT: [/^USDT\s*/i, /\s*USDT$/i],
};

/**
 * An amount to be moved, as a form takes it: also with the currency's own sign, with spaces between thousands, and full
 * width. What could mean two amounts is refused, as `parseAmount` does.
 */
export function parseTypedAmount(typed: string, currency: string): Result<Amount, AmountProblem> {
  const narrow = typed.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).trim();
  const [before, after] = UNITS[currency] ?? [];
  const bare = before && after ? narrow.replace(before, "").replace(after, "") : narrow;
  const isSpaced = /^\d{1,3}(\s\d{3})+(\.\d+)?$/.test(bare);
  return parseAmount(isSpaced ? bare.replace(/\s/g, "") : bare, currency);
}

const commas = (text: string) => text.split(",").length - 1;
const withoutCommas = (text: string) => text.replaceAll(",", "");
const grouped = (digits: string) => digits.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

/** A whole amount, grouped: `12000` is `12,000`. What is not one stays as it was typed. */
export function groupAmount(typed: string, currency: string): string {
  const read = parseTypedAmount(typed, currency);
  return read.ok ? grouped(read.value) : typed;
}

/** One character more, or some in a row less: what a key does, unlike a paste over the whole. */
function isKeystroke(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return start + end >= shorter && after.length <= before.length + 1;
}

/** The text while digits are typed or removed one by one. A comma that a person typed or pasted is never moved. */
export function groupWhileTyping(before: string, after: string): string {
  const isNumber = /^[\d,]*(\.\d*)?$/.test(after);
  const onlyOurCommas = grouped(withoutCommas(before)) === before || commas(before) === 0;
  const isSameDigits = withoutCommas(before) === withoutCommas(after);
  const isTyped = isKeystroke(before, after) && commas(after) <= commas(before);
  return isNumber && onlyOurCommas && !isSameDigits && isTyped ? grouped(withoutCommas(after)) : after;
}
