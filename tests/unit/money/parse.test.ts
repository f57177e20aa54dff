import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount } from "@/lib/money/format";
import { parseAmount } from "@/lib/money/parse";
import { anyText } from "../any-text";

test.each([
  ["12000", "JPY", "12000"],
  ["12,000", "JPY", "12000"],
  ["1,234,567", "JPY", "1234567"],
  ["１２，０００", "JPY", "12000"],
  [" 100 ", "JPY", "100"],
  ["　１００　", "JPY", "100"],
  ["000100", "JPY", "100"],
  ["12.50", "THB", "12.50"],
  ["1,204,551.75", "THB", "1204551.75"],
  ["０．０１", "THB", "0.01"],
  ["0.000001", "USDT", "0.000001"],
  ["1.23456789", "XYZ", "1.23456789"],
  ["9".repeat(20), "JPY", "9".repeat(20)],
])("%s %s is %s", (typed, currency, amount) =>
  expect(parseAmount(typed, currency)).toEqual({ ok: true, value: amount }),
);

test.each([
  ["", "JPY", "empty"],
  ["　 ", "JPY", "empty"],
  ["100.5", "JPY", "too_many_decimals"],
  ["100.0", "JPY", "too_many_decimals"],
  ["1.234", "THB", "too_many_decimals"],
  ["1.2345678", "USDT", "too_many_decimals"],
  ["1e3", "JPY", "exponent"],
  ["1E+3", "JPY", "exponent"],
  ["+100", "JPY", "signed"],
  ["＋１００", "JPY", "signed"],
  ["-100", "JPY", "signed"],
  ["−100", "JPY", "signed"],
  ["0", "JPY", "zero"],
  ["0.00", "THB", "zero"],
  ["x1e3", "JPY", "not_a_number"],
  ["1,00", "JPY", "misplaced_comma"],
  ["1,0000", "JPY", "misplaced_comma"],
  ["1,,000", "JPY", "misplaced_comma"],
  ["1000,000", "JPY", "misplaced_comma"],
  [",100", "JPY", "not_a_number"],
  ["1 000", "JPY", "not_a_number"],
  ["1.000.000", "THB", "not_a_number"],
  ["100.", "THB", "not_a_number"],
  [".5", "THB", "not_a_number"],
  ["百", "JPY", "not_a_number"],
  ["١٢٣", "JPY", "not_a_number"],
  ["12万", "JPY", "not_a_number"],
  ["100\u0000", "JPY", "not_a_number"],
  ["=1+1", "JPY", "not_a_number"],
  ["9".repeat(21), "JPY", "too_long"],
  ["9".repeat(10_000), "JPY", "too_long"],
])("%s %s is refused: %s", (typed, currency, kind) => {
  expect(parseAmount(typed, currency)).toMatchObject({ ok: false, error: { kind } });
});

test("the refusal says how many decimals there may be", () => {
  expect(parseAmount("1.234", "THB")).toEqual({ ok: false, error: { kind: "too_many_decimals", decimals: 2 } });
});

test("what was read is read again as the same, and as it is shown", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 19n }), (yen) => {
      const amount = yen.toString();
      expect(parseAmount(amount, "JPY")).toEqual({ ok: true, value: amount });
      expect(parseAmount(formatAmount(amount, "JPY").slice(1), "JPY")).toEqual({ ok: true, value: amount });
    }),
  );
});

test("any text is answered, and only with digits", () => {
  const typed = fc.oneof(anyText, fc.string({ unit: fc.constantFrom(..."0123456789０１９,.，．+-e ") }));
  fc.assert(
    fc.property(typed, fc.constantFrom("JPY", "THB", "XYZ"), (text, currency) => {
      const read = parseAmount(text, currency);
      if (read.ok) expect(read.value).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/);
    }),
    { numRuns: 1_000 },
  );
});
