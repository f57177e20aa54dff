import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Exact, parseExact } from "@/lib/payments-api/json";
import { anyText } from "../any-text";

describe("numbers keep the digits that were written", () => {
  test.each(["12.50", "1.0", "0.10", "9007199254740993", "1".repeat(40), "1e3", "1E-07", "-0", "-12.500"])(
    "%s",
    (digits) => {
      expect(parseExact(`{"amount": ${digits} }`)).toEqual({ ok: true, value: { amount: digits } });
      expect(parseExact(`[[${digits}]]`)).toEqual({ ok: true, value: [[digits]] });
      expect(parseExact(digits)).toEqual({ ok: true, value: digits });
    },
  );
});

describe("a body that could be read in two ways, or harm its reader, is refused", () => {
  test.each<[string, string, string]>([
    ["a_name_twice", '{"status":"FAILED","status":"COMPLETED"}', "a_name_twice"],
    ["a name twice, once escaped", '{"status":"FAILED","st\\u0061tus":"COMPLETED"}', "a_name_twice"],
    ["a name twice further down", '{"a":[{"b":1,"c":{},"b":2}]}', "a_name_twice"],
    ["ten thousand brackets", "[".repeat(10_000) + "]".repeat(10_000), "nested_too_deeply"],
    ["ten thousand objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, "nested_too_deeply"],
    ["a million open brackets", "[".repeat(1_000_000), "nested_too_deeply"],
    ["nothing", "", "not JSON"],
    ["a page", "<!doctype html><title>502</title>", "not JSON"],
    ["a body that was cut off", '{"transactionId":"7b0f', "not JSON"],
    ["a body that was cut off inside an escape", '{"a\\', "not JSON"],
    ["two bodies", "{}{}", "not JSON"],
    ["a byte order mark", "\ufeff{}", "not JSON"],
    ["not_a_number", '{"amount":NaN}', "not JSON"],
    ["a number with a leading zero", '{"amount":012}', "not JSON"],
  ])("%s", (_name, text, error) => {
    expect(parseExact(text)).toEqual({ ok: false, error });
  });
});

test("thirty-two levels are read, thirty-three are too many", () => {
  const levels = (count: number) => "[".repeat(count) + "]".repeat(count);
  expect(parseExact(levels(32)).ok).toBe(true);
  expect(parseExact(levels(33))).toEqual({ ok: false, error: "nested_too_deeply" });
});

test("the same name in two objects, or as a value, is no repetition", () => {
  const text = '{"a":{"b":1},"c":[{"b":"b"},{"b":"a"}],"b":"a"}';
  expect(parseExact(text)).toEqual({ ok: true, value: { a: { b: "1" }, c: [{ b: "b" }, { b: "a" }], b: "a" } });
});

test("brackets, commas and quotes inside strings mean nothing", () => {
  const value = { '{"a":1,"a":1}': ']]]}}}[[[,,,"\\' };
  expect(parseExact(JSON.stringify(value))).toEqual({ ok: true, value });
});

test("__proto__ and constructor are fields like any other", () => {
  const read = parseExact('{"__proto__":{"status":"COMPLETED"},"constructor":"x"}');
  expect(read.ok && Object.keys(read.value as object)).toEqual(["__proto__", "constructor"]);
  expect(read.ok && (read.value as { status?: unknown }).status).toBeUndefined();
});

test("any JSON value comes back with its numbers as text", () => {
  const written = (value: unknown): Exact => {
    if (typeof value === "number") return JSON.stringify(value);
    if (Array.isArray(value)) return value.map(written);
    if (value !== null && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, written(inner)]));
    }
    return value as Exact;
  };
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(parseExact(JSON.stringify(value))).toEqual({ ok: true, value: written(value) });
    }),
  );
});

test("any text is answered, never thrown at", () => {
  const jsonLike = fc.string({
    unit: fc.constantFrom("{", "}", "[", "]", '"', "\\", ",", ":", "1", "e", ".", "a", "u", " ", "\n"),
    maxLength: 40,
  });
  fc.assert(
    fc.property(fc.oneof(jsonLike, anyText), (text) => {
      const read = parseExact(text);
      if (read.ok) expect(() => JSON.parse(text)).not.toThrow();
      else if (read.error === "not JSON") expect(() => JSON.parse(text)).toThrow(SyntaxError);
    }),
    { numRuns: 1_000 },
  );
});
