import Big from "big.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDecimal, shortest } from "@/sandbox/money/decimals";
import { feeOf } from "@/sandbox/money/fees";

describe("exact decimals", () => {
  test("every count of a smallest unit is a decimal, and one digit more is not", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 1, max: 8 }), (count, decimals) => {
        const digits = count.toString().padStart(decimals + 1, "0");
        const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
        expect(isDecimal(text, decimals)).toBe(true);
        expect(isDecimal(`${text}1`, decimals)).toBe(false);
        expect(Big(shortest(text)).toFixed(decimals)).toBe(text);
      }),
    );
  });

  test.each([
    ["12.50", 2, true],
    ["12.5", 2, true],
    ["12", 2, true],
    ["0.000001", 6, true],
    ["12.500", 2, true],
    ["-0.01", 2, false],
    ["12.501", 2, false],
    ["1.5", 0, false],
    ["1e3", 0, false],
    ["", 0, false],
    [".5", 2, false],
    ["5.", 2, false],
    ["+1", 0, false],
    ["１", 0, false],
  ])("%j with %d decimals: %s", (text, decimals, is) => {
    expect(isDecimal(text, decimals)).toBe(is);
  });

  test.each([
    ["12.50", "12.5"],
    ["12.00", "12"],
    ["100", "100"],
    ["0.10", "0.1"],
    ["0.0000001", "0.0000001"],
    ["900000000000000000000000.50", "900000000000000000000000.5"],
  ])("%s is written %s as a JSON number", (text, written) => expect(shortest(text)).toBe(written));
});

describe("fees", () => {
  test.each([
    ["JPY", "12000", { flat: "150", perMille: "5" }, "210"],
    ["JPY", "100", { flat: "0", perMille: "5" }, "1"],
    ["JPY", "99", { flat: "0", perMille: "5" }, "0"],
    ["THB", "12.50", { flat: "12.50", perMille: "2.5" }, "12.53"],
    ["USDT", "1", { flat: "1", perMille: "0.001" }, "1.000001"],
    ["JPY", "12000", { flat: "0", perMille: "0" }, "0"],
  ] as const)("%s: of %s, %j is %s", (currency, amount, fee, expected) => {
    expect(feeOf(Big(amount), fee, currency).toFixed()).toBe(expected);
  });

  test("grow with the amount", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.nat(100_000), (amount, rate) => {
        const fee = { flat: "0", perMille: `${Math.floor(rate / 1000)}.${String(rate % 1000).padStart(3, "0")}` };
        const [one, more] = [amount, amount + 1n].map((units) => feeOf(Big(units), fee, "JPY"));
        expect(more!.gte(one!)).toBe(true);
      }),
    );
  });
});
