import fc from "fast-check";
import { expect, test } from "vitest";
import { addAmounts, compareAmounts, isWhole, sameAmount, subtractAmounts } from "@/lib/money/amount";

/** Amounts as whole numbers of the smallest unit: an oracle that shares nothing with the code. */
const DECIMALS = 8;
const units = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
const written = (value: bigint) => {
  const digits = (value < 0n ? -value : value).toString().padStart(DECIMALS + 1, "0");
  return `${value < 0n ? "-" : ""}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
};

test("sums and differences are exact at any size", () => {
  fc.assert(
    fc.property(units, units, (a, b) => {
      expect(sameAmount(addAmounts(written(a), written(b)), written(a + b))).toBe(true);
      expect(sameAmount(subtractAmounts(written(a), written(b)), written(a - b))).toBe(true);
      expect(compareAmounts(written(a), written(b))).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
  );
});

test("results are plain digits, never an exponent", () => {
  expect(addAmounts("1000000000000000000000000", "1")).toBe("1000000000000000000000001");
  expect(subtractAmounts("0.00000002", "0.00000001")).toBe("0.00000001");
  expect(addAmounts("0.1", "0.2")).toBe("0.3");
});

test("amounts are the same by worth, not by spelling", () => {
  expect(sameAmount("1.50", "1.5")).toBe(true);
  expect(sameAmount("012", "12")).toBe(true);
  expect(sameAmount("9007199254740993", "9007199254740992")).toBe(false);
});

test.each([
  ["12000", true],
  ["12000.00", true],
  ["12000.50", false],
  ["0.000001", false],
  ["-3", true],
])("%s is whole: %s", (amount, whole) => expect(isWhole(amount)).toBe(whole));
