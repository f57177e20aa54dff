import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAccountNumber } from "@/lib/japan/account-number";
import { convertYucho, doubtsAboutYucho } from "@/lib/japan/yucho";
import { anyText } from "../any-text";
import { VECTORS } from "./vectors";

test.each(VECTORS.accountNumber)(
  "account number $id",
  ({ input, bankCode, expect: { ok, value, code, hint, changes = [], warnings = [] } }) => {
    const read = readAccountNumber(input, bankCode);
    if (ok) expect(read).toEqual({ ok: true, value: { value, changes, warnings } });
    else expect(read).toEqual({ ok: false, error: hint ? { code, hint } : { code } });
  },
);

test.each<[string, string, string[]]>([
  ["123456", "0123456", ["PADDED"]],
  ["123-4567", "1234567", ["HYPHENS"]],
  ["１２３－４５６", "0123456", ["WIDTH", "HYPHENS", "PADDED"]],
])("%s is %s", (typed, value, changes) => {
  expect(readAccountNumber(typed)).toEqual({ ok: true, value: { value, changes, warnings: [] } });
});

test("only a number of eight digits that ends in 1, and only at Japan Post Bank, may be a passbook number", () => {
  const tooLong = (typed: string, bankCode?: string) => readAccountNumber(typed, bankCode);
  expect(tooLong("12345671", "9900")).toMatchObject({ error: { hint: "YUCHO_CONVERT" } });
  for (const [typed, bankCode] of [
    ["12345671", "0001"],
    ["12345671", undefined],
    ["12345670", "9900"],
    ["123456781", "9900"],
  ] as const) {
    expect(tooLong(typed, bankCode)).toEqual({ ok: false, error: { code: "TOO_LONG" } });
  }
});

test("a number that ends in zeros is not one of zeros", () => {
  expect(readAccountNumber("1000000")).toMatchObject({ ok: true, value: { warnings: [] } });
});

describe("is no account number", () => {
  test.each(["12a4567", "１２三", "-123456", "123456-", "1e3", "１２３４５６７😀"])("%s", (typed) => {
    expect(readAccountNumber(typed)).toMatchObject({ ok: false, error: { code: "NOT_DIGITS" } });
  });
});

test("any text is answered with seven digits or a problem, and seven digits stay", () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.string({ unit: fc.constantFrom(..."0123４５ -"), maxLength: 9 })), (typed) => {
      const read = readAccountNumber(typed);
      if (!read.ok) return;
      expect(read.value.value).toMatch(/^\d{7}$/);
      expect(readAccountNumber(read.value.value)).toMatchObject({
        ok: true,
        value: { value: read.value.value, changes: [] },
      });
    }),
  );
});

test.each(VECTORS.yucho)("$id: $note", ({ kigou, bangou, expect: { ok, code, branchInDirectory: _, ...account } }) => {
  expect(convertYucho(kigou, bangou)).toEqual(ok ? { ok: true, value: stripped(account) } : { ok: false, error: code });
});

const stripped = ({ ok: _, ...account }: Record<string, unknown>) => account;

test("a transfer account may have a number of one digit", () => {
  expect(convertYucho("00580", "7")).toMatchObject({ ok: true, value: { accountNumber: "0000007" } });
});

test("full-width digits and spaces are taken for what they mean", () => {
  expect(convertYucho(" １４０３０", "１２３４ ５６７１")).toEqual(convertYucho("14030", "12345671"));
});

test.each([
  ["1403", "12345671", "KIGOU"],
  ["140300", "12345671", "KIGOU"],
  ["314030", "12345671", "KIGOU"],
  ["14030-", "12345671", "KIGOU"],
  ["", "", "KIGOU"],
  ["14030", "", "BANGOU_LENGTH"],
  ["14030", "1", "BANGOU_LENGTH"],
  ["14030", "1234567a", "BANGOU_LENGTH"],
  ["00160", "", "BANGOU_LENGTH"],
])("%s %s is no passbook number: %s", (kigou, bangou, problem) => {
  expect(convertYucho(kigou, bangou)).toEqual({ ok: false, error: problem });
});

test("what was converted raises no doubt, and its account is seven digits", () => {
  const kigou = fc.stringMatching(/^[01]\d{4}$/);
  const bangou = fc.stringMatching(/^\d{1,7}1$/);
  fc.assert(
    fc.property(kigou, bangou, (symbol, number) => {
      const read = convertYucho(symbol, number);
      if (!read.ok) return;
      expect(doubtsAboutYucho(read.value.branchCode, read.value.accountType)).toEqual([]);
      expect(read.value.accountNumber).toMatch(/^\d{7}$/);
    }),
  );
});

test.each([
  ["140", "1", ["BRANCH_ENDS_IN_8_OR_9"]],
  ["408", "2", ["TYPE_DISAGREES_WITH_BRANCH"]],
  ["019", "1", ["TYPE_DISAGREES_WITH_BRANCH"]],
  ["", "1", ["BRANCH_ENDS_IN_8_OR_9"]],
])("a branch %s with type %s raises %j", (branchCode, accountType, doubts) => {
  expect(doubtsAboutYucho(branchCode, accountType)).toEqual(doubts);
});
