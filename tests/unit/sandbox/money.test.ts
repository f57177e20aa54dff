import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromUnits, shortest, toUnits, units } from "@/sandbox/money/decimal";
import { feeUnits } from "@/sandbox/money/fees";

describe("exact decimals", () => {
  test("text and units are the same thing", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(8), (count, decimals) => {
        expect(toUnits(fromUnits(count, decimals), decimals)).toBe(count);
      }),
    );
  });

  test.each([
    ["12.50", 2, 1250n],
    ["12.5", 2, 1250n],
    ["12", 2, 1200n],
    ["0.000001", 6, 1n],
    ["-0.01", 2, -1n],
    ["12.500", 2, 1250n],
    ["12.501", 2, null],
    ["1.5", 0, null],
    ["1e3", 0, null],
    ["", 0, null],
    [".5", 2, null],
    ["5.", 2, null],
    ["+1", 0, null],
    ["１", 0, null],
  ])("%j with %d decimals is %s", (text, decimals, count) => {
    expect(toUnits(text, decimals)).toBe(count);
  });

  test("what we wrote ourselves must be readable", () => {
    expect(() => units("1.234", 2)).toThrow("not a decimal with 2 digits");
  });

  test.each([
    ["12.50", "12.5"],
    ["12.00", "12"],
    ["100", "100"],
    ["0.10", "0.1"],
  ])("%s is written %s as a JSON number", (text, written) => expect(shortest(text)).toBe(written));
});

describe("fees", () => {
  test.each([
    ["JPY", 12_000n, { flat: "150", perMille: "5" }, 210n],
    ["JPY", 100n, { flat: "0", perMille: "5" }, 1n],
    ["JPY", 99n, { flat: "0", perMille: "5" }, 0n],
    ["THB", 1_250n, { flat: "12.50", perMille: "2.5" }, 1_253n],
    ["USDT", 1_000_000n, { flat: "1", perMille: "0.001" }, 1_000_001n],
    ["JPY", 12_000n, { flat: "0", perMille: "0" }, 0n],
  ] as const)("%s: of %d units, %j is %d", (currency, amount, fee, expected) => {
    expect(feeUnits(amount, fee, currency)).toBe(expected);
  });

  test("grow with the amount", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.nat(100_000), (amount, rate) => {
        const fee = { flat: "0", perMille: `${Math.floor(rate / 1000)}.${String(rate % 1000).padStart(3, "0")}` };
        expect(feeUnits(amount + 1n, fee, "JPY")).toBeGreaterThanOrEqual(feeUnits(amount, fee, "JPY"));
      }),
    );
  });
});
