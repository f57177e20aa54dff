import { createHmac, timingSafeEqual } from "node:crypto";
import { Digits } from "./digits";
import type { FlatValue } from "./flat-json";

/**
 * The text that is signed: nulls dropped, every value a string, keys ascending,
 * no white space, everything but printable ASCII escaped. Numbers count with
 * the digits that were sent.
 */
export function canonical(fields: Iterable<readonly [string, FlatValue]>): string {
  const values = new Map(fields);
  let members = "";
  for (const key of [...values.keys()].sort()) {
    const value = values.get(key);
    if (value == null) continue;
    members += `${members && ","}${quote(key)}:${quote(textOf(value))}`;
  }
  return `{${members}}`;
}

const textOf = (value: string | boolean | Digits) => (value instanceof Digits ? value.text : String(value));

/** What JSON writes as it is: almost all that is ever signed. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** JSON.stringify leaves DEL and everything beyond ASCII as it is; the specification escapes both. */
function quote(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  let quoted = "";
  // By UTF-16 units, as each has an escape of its own. A pattern that replaces them calls us for each, at four times the cost.
  const json = JSON.stringify(text);
  for (let at = 0; at < json.length; at += 1) {
    quoted += json.charCodeAt(at) < 0x7f ? json[at] : escapeOf(json.charCodeAt(at));
  }
  return quoted;
}

const escapes: string[] = [];

/** The escape of one UTF-16 unit, made once: names are full of the same kana. */
function escapeOf(code: number): string {
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
