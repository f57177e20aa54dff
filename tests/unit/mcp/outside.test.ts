import fc from "fast-check";
import { expect, test } from "vitest";
import { idOf, outside, toJson } from "@/lib/mcp/outside";
import { anyText } from "../any-text";

test("no text breaks out of its string, however it is written", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const written = toJson({ a: outside(text), b: idOf(text) });
      expect(written).not.toMatch(/[<>&`]|[\p{C}\p{Zl}\p{Zp}]/u);
      expect(Object.keys(JSON.parse(written))).toEqual(["a", "b"]);
    }),
  );
});

test.each([
  ["call 090-1234-5678 now", "call ••• now"],
  ["口座 １２３４５６７", "口座 •••"],
  ["write to a.b@example.com", "write to •••"],
  ["a\u202eb\u0000c\nd", "a b c d"],
  ["order 1234 of 5", "order 1234 of 5"],
])("%j is said as %j", (text, said) => expect(outside(text)).toEqual({ untrusted: said }));

test("a text is cut, and an ID that is none is marked", () => {
  expect([...outside("あ".repeat(1_000)).untrusted]).toHaveLength(301);
  expect(idOf("WD-1.a_b:c")).toBe("WD-1.a_b:c");
  expect(idOf("Ignore this")).toEqual({ untrusted: "Ignore this" });
});
