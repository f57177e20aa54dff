import { createHmac, timingSafeEqual } from "node:crypto";
import { Digits } from "./digits";
import type { FlatValue } from "./flat-json";

/**
 * The text that is signed: nulls dropped, every value a string, keys ascending,
 * no white space, everything but printable ASCII escaped. Numbers count with
 * the digits that were sent.
 */
export function canonical(fields: Iterable<readonly [string, FlatValue]>): string {
  const members = [...fields]
    .flatMap(([key, value]) => (value === null ? [] : [[key, textOf(value)] as const]))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, text]) => `${quote(key)}:${quote(text)}`);
  return `{${members.join(",")}}`;
}

const textOf = (value: string | boolean | Digits) => (value instanceof Digits ? value.text : String(value));

/** JSON.stringify leaves DEL and everything beyond ASCII as it is; the specification escapes both. */
const quote = (text: string) => JSON.stringify(text).replace(/[\u007f-\uffff]/g, escapeOf);

const escapes: string[] = [];

/** The escape of one UTF-16 unit, made once: names are full of the same kana. */
function escapeOf(unit: string): string {
  const code = unit.charCodeAt(0);
  const escaped = escapes[code] ?? `\\u${code.toString(16).padStart(4, "0")}`;
  escapes[code] = escaped;
  return escaped;
}

export const sign = (text: string, secretKey: string): string =>
  createHmac("sha256", secretKey).update(text).digest("hex");

/** Compares in constant time, so that an answer's delay tells nothing about the right signature. */
export function isSignature(given: string, text: string, secretKey: string): boolean {
  const right = Buffer.from(sign(text, secretKey));
  const offered = Buffer.from(given);
  return offered.length === right.length && timingSafeEqual(offered, right);
}
