import { createHmac, timingSafeEqual } from "node:crypto";
import { Digits } from "./digits";
import type { FlatValue } from "./flat-json";

/**
 * The text that is signed: nulls dropped, every value a string, keys ascending, no white space, everything but
 * printable ASCII escaped. A number counts with the digits that were sent.
 */
export function canonical(fields: Iterable<readonly [string, FlatValue]>): string {
  const members = [...fields]
    .filter(([, value]) => value !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${quote(key)}:${quote(value instanceof Digits ? value.text : String(value))}`);
  return `{${members.join(",")}}`;
}

/** JSON.stringify leaves DEL and everything beyond ASCII as it is; the specification escapes both, by UTF-16 unit. */
const quote = (text: string): string =>
  JSON.stringify(text).replace(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const sign = (text: string, secretKey: string): string =>
  createHmac("sha256", secretKey).update(text).digest("hex");

/** Compares in constant time, so that the time of an answer says nothing about the right signature. */
export function isSignature(given: string, text: string, secretKey: string): boolean {
  const right = Buffer.from(sign(text, secretKey));
  const offered = Buffer.from(given);
  return offered.length === right.length && timingSafeEqual(offered, right);
}
