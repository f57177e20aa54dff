import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { parseExact } from "@/lib/payments-api/json";
import { canonical, type Fields, sign } from "@/lib/payments-api/sign";
import { anyText } from "../any-text";

const vector = z.array(
  z.object({
    name: z.string(),
    // Not z.record, which drops a key named __proto__.
    fields: z.custom<Fields>((fields) => typeof fields === "object" && fields !== null),
    canonical: z.string(),
    secret: z.string(),
    signature: z.string(),
  }),
);
// Parsed exactly: some of the integers in this file are too big for a float.
const file = parseExact(readFileSync("tests/fixtures/canonical.json", "utf8"));
const VECTORS = vector.parse(file.ok && file.value);

describe("the vectors made by Python's json and hmac", () => {
  test("are at least two hundred", () => expect(VECTORS.length).toBeGreaterThanOrEqual(200));

  test.each(VECTORS)("$name", ({ fields, canonical: text, secret, signature }) => {
    expect(canonical(fields)).toBe(text);
    expect(sign(text, secret)).toBe(signature);
  });
});

const anyField = fc.oneof(anyText, anyText, fc.constant(null), fc.constant(undefined));
const asciiKey = fc.string({ unit: "binary-ascii" });
const someFields = fc.dictionary(asciiKey, anyField);

describe("any body at all", () => {
  test("is written as an escaper says that works character by character", () => {
    fc.assert(
      fc.property(someFields, (fields) => {
        expect(canonical(fields)).toBe(byHand(fields));
      }),
      { numRuns: 1_000 },
    );
  });

  test("is printable ASCII, and reads back as its fields without the nulls", () => {
    fc.assert(
      fc.property(someFields, (fields) => {
        const text = canonical(fields);
        expect(text).toMatch(/^[ -~]*$/);
        const kept = Object.entries(fields).filter(([, value]) => value != null);
        expect(new Map(Object.entries(JSON.parse(text)))).toEqual(new Map(kept));
      }),
    );
  });

  test("does not depend on the order in which its fields were given", () => {
    fc.assert(
      fc.property(someFields, (fields) => {
        expect(canonical(Object.fromEntries(Object.entries(fields).reverse()))).toBe(canonical(fields));
      }),
    );
  });
});

test("a signature changes with every character of the text and of the secret", () => {
  const text = canonical({ amount: "1000" });
  expect(sign(canonical({ amount: "1001" }), "secret")).not.toBe(sign(text, "secret"));
  expect(sign(text, "secre7")).not.toBe(sign(text, "secret"));
});

/** Shares nothing with the code: the specification's rules, one code point after the other. */
function byHand(fields: Fields): string {
  const members = Object.entries(fields).filter((member): member is [string, string] => member[1] != null);
  members.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `{${members.map(([key, value]) => `"${escaped(key)}":"${escaped(value)}"`).join(",")}}`;
}

function escaped(text: string): string {
  const short = new Map([
    ["\b", "\\b"],
    ["\f", "\\f"],
    ["\n", "\\n"],
    ["\r", "\\r"],
    ["\t", "\\t"],
    ['"', '\\"'],
    ["\\", "\\\\"],
  ]);
  let written = "";
  for (const character of text) {
    const point = character.codePointAt(0)!;
    if (short.has(character)) written += short.get(character);
    else if (point >= 0x20 && point <= 0x7e) written += character;
    else if (point <= 0xffff) written += hex(point);
    else written += hex(0xd800 + ((point - 0x10000) >> 10)) + hex(0xdc00 + ((point - 0x10000) & 0x3ff));
  }
  return written;
}

const hex = (unit: number) =>
  `\\u${"0123456789abcdef"[unit >> 12]}${"0123456789abcdef"[(unit >> 8) & 15]}${"0123456789abcdef"[(unit >> 4) & 15]}${"0123456789abcdef"[unit & 15]}`;
