import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { canonical, isSignature, sign } from "@/sandbox/wire/canonical";
import { Digits } from "@/sandbox/wire/digits";
import type { FlatValue } from "@/sandbox/wire/flat-json";

type Vector = { name: string; fields: Record<string, FlatValue>; canonical: string; secret: string; signature: string };

// Numbers are read with their digits as written: JSON.parse alone would round the big ones.
const exact = (_key: string, value: unknown, context?: { source?: string }) =>
  typeof value === "number" ? new Digits(context?.source ?? String(value)) : value;
const vectors: Vector[] = JSON.parse(readFileSync("tests/fixtures/canonical.json", "utf8"), exact);

describe("vectors made by Python", () => {
  test.each(vectors)("$name", (vector) => {
    const text = canonical(Object.entries(vector.fields));
    expect(text).toBe(vector.canonical);
    expect(sign(text, vector.secret)).toBe(vector.signature);
    expect(isSignature(vector.signature, text, vector.secret)).toBe(true);
  });

  test("there are enough of them", () => expect(vectors.length).toBeGreaterThanOrEqual(200));
});

test.each(["", "a".repeat(63), "a".repeat(65), "ア".repeat(64)])("%j is no signature, and no crash", (given) => {
  expect(isSignature(given, "{}", "secret")).toBe(false);
});
