import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAmount } from "@/lib/money/format";

test.each([
  ["12000", "JPY", "¥12,000"],
  ["0", "JPY", "¥0"],
  ["-12000", "JPY", "−¥12,000"],
  ["100.5", "JPY", "¥100.5"],
  ["1204551.75", "THB", "1,204,551.75 THB"],
  ["1500", "THB", "1,500.00 THB"],
  ["1500.5", "THB", "1,500.50 THB"],
  ["1500.125", "THB", "1,500.125 THB"],
  ["12.500000", "USDT", "12.50 USDT"],
  ["12.5", "USDT", "12.50 USDT"],
  ["999", "XYZ", "999 XYZ"],
  ["1000.10", "XYZ", "1,000.1 XYZ"],
  ["100.00", "JPY", "¥100"],
  ["9007199254740993", "JPY", "¥9,007,199,254,740,993"],
])("%s %s is written %s", (amount, currency, expected) => expect(formatAmount(amount, currency)).toBe(expected));

test("the yen sign is the narrow one", () => expect(formatAmount("1", "JPY").codePointAt(0)).toBe(0xa5));

test("no digit but a last zero is lost, and none is rounded or made up", () => {
  const amount = fc.stringMatching(/^-?(0|[1-9]\d{0,40})(\.\d{1,12})?$/);
  fc.assert(
    fc.property(amount, (digits) => {
      const signed = digits.replace("-", "−");
      const same = signed.includes(".") ? signed.replace(/\.?0+$/, "") : signed;
      expect(formatAmount(digits, "XYZ").replaceAll(",", "")).toBe(`${same} XYZ`);
    }),
  );
});

describe("what is no amount is a bug of the caller", () => {
  test.each(["", "1e3", "abc", "1,000"])("%s", (text) => expect(() => formatAmount(text, "JPY")).toThrow(RangeError));
});
