import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldProblems } from "@/lib/fields";
import {
  CHECK_FIELDS,
  type CheckField,
  dataRecord,
  readCheckLayout,
  USUAL_LAYOUT,
} from "@/lib/payees/account-check/layout";
import { type Answer, readAnswers } from "@/lib/payees/account-check/read-answers";
import { answersFrom } from "@/lib/payees/account-check/schema";
import { holderIn, writeInquiry } from "@/lib/payees/account-check/write-inquiry";

const ACCOUNT = {
  destination: "0005",
  destinationBranchCode: "001",
  destinationAccountType: "1",
  destinationAccount: "0123456",
  destinationAccountName: "ヤマダ　ガクト",
};
const INQUIRER = { code: "12345", name: "カ）チヨウバ" };

const inquiry = (accounts = [ACCOUNT], layout = USUAL_LAYOUT) =>
  writeInquiry(layout, INQUIRER, { accounts, date: "1125" });

/** The same file with the answers of a bank at their position. */
function answered(bytes: Uint8Array, codes: string[], layout = USUAL_LAYOUT): Uint8Array {
  const answers = Uint8Array.from(bytes);
  const [at] = layout.fields.result;
  codes.forEach((code, row) => {
    answers[(row + 1) * 122 + at - 1] = code.charCodeAt(0);
  });
  return answers;
}
const answersIn = (bytes: Uint8Array): Answer[] => {
  const read = readAnswers(bytes, USUAL_LAYOUT);
  return read.ok ? read.value : [];
};
const partOf = (answer: Answer, name: CheckField) => (name === "result" ? answer.code : answer[name]);
const problemOf = (bytes: Uint8Array) => {
  const read = readAnswers(bytes, USUAL_LAYOUT);
  return read.ok ? "read" : read.error;
};

describe("an inquiry", () => {
  test("has a byte for each half-width kana and mark, records of 120 bytes, and no amount", () => {
    const bytes = inquiry();
    expect(bytes.length).toBe(4 * 122);
    const data = bytes.subarray(122, 242);
    expect(Buffer.from(data.subarray(0, 50)).toString("latin1").replaceAll(" ", "_")).toBe(
      `20005${"_".repeat(15)}001${"_".repeat(19)}10123456`,
    );
    // ﾔﾏﾀﾞ ｶﾞｸﾄ
    expect([...data.subarray(50, 60)]).toEqual([0xd4, 0xcf, 0xc0, 0xde, 0x20, 0xb6, 0xde, 0xb8, 0xc4, 0x20]);
    expect([...data.subarray(80, 120)].every((byte) => byte === 0x20)).toBe(true);
    expect(Buffer.from(bytes.subarray(0, 14)).toString("latin1")).toBe("12100000012345");
    expect(Buffer.from(bytes.subarray(244, 263)).toString("latin1")).toBe(`8000001${"0".repeat(12)}`);
  });

  test("never cuts a holder: one that is too long for its field cannot be written", () => {
    expect(holderIn(USUAL_LAYOUT, "ガ".repeat(15))).toHaveLength(30);
    expect(holderIn(USUAL_LAYOUT, "ガ".repeat(16))).toBeNull();
    expect(holderIn(USUAL_LAYOUT, "山田")).toBeNull();
  });
});

describe("answers", () => {
  test("are read from the file as it was asked, with any line ends", () => {
    const bytes = answered(inquiry([ACCOUNT, { ...ACCOUNT, destinationAccount: "7654321" }]), ["0", "2"]);
    const expected = [
      { record: 2, account: "0123456", holder: "ﾔﾏﾀﾞ ｶﾞｸﾄ", code: "0", result: "confirmed" },
      { record: 3, account: "7654321", holder: "ﾔﾏﾀﾞ ｶﾞｸﾄ", code: "2", result: "name_differs" },
    ];
    const unbroken = bytes.filter((byte) => byte !== 0x0d && byte !== 0x0a);
    const lines = Buffer.from(bytes).toString("latin1").split("\r\n");
    const trimmed = Buffer.from(lines.map((line) => line.trimEnd()).join("\n"), "latin1");
    const ended = Buffer.concat([bytes, Uint8Array.of(0x1a)]);
    for (const file of [bytes, unbroken, trimmed, ended]) {
      expect(readAnswers(file, USUAL_LAYOUT)).toMatchObject({ ok: true, value: expected });
    }
  });

  test.each([
    ["0", "confirmed"],
    ["1", "no_account"],
    ["2", "name_differs"],
    ["9", "other"],
    [" ", null],
    ["7", null],
  ])("%j is %s", (code, result) => {
    expect(readAnswers(answered(inquiry(), [code]), USUAL_LAYOUT)).toMatchObject({ value: [{ code, result }] });
  });

  test("of a file that is cut, shifted, of another type or of another count are refused whole", () => {
    const bytes = inquiry();
    const changed = (at: number, byte: number) => bytes.map((old, index) => (index === at ? byte : old));
    expect(problemOf(new Uint8Array())).toEqual({ kind: "empty" });
    expect(problemOf(changed(0, 0xf1))).toEqual({ kind: "ebcdic" });
    expect(problemOf(changed(1, 0x39))).toEqual({ kind: "type", record: 1 });
    expect(problemOf(changed(122, 0x38))).toEqual({ kind: "order", record: 3 });
    expect(problemOf(changed(130, 0x83))).toEqual({ kind: "character", record: 2 });
    expect(problemOf(changed(244 + 6, 0x32))).toEqual({ kind: "count", stated: 2, counted: 1 });
    expect(problemOf(bytes.subarray(0, 366))).toEqual({ kind: "order", record: 3 });
    const unbroken = bytes.filter((byte) => byte !== 0x0d && byte !== 0x0a);
    expect(problemOf(unbroken.subarray(0, 479))).toEqual({ kind: "length", record: 4 });
  });

  test("change in the field of a changed byte alone, or the file is refused", () => {
    const original = answered(inquiry(), ["0"]);
    const [before] = answersIn(original);
    fc.assert(
      fc.property(fc.nat(original.length - 1), fc.nat(255), (at, byte) => {
        const [after, ...others] = answersIn(original.map((old, index) => (index === at ? byte : old)));
        if (!before || !after) return;
        expect(others).toEqual([]);
        const changed = CHECK_FIELDS.filter((name) => partOf(after, name) !== partOf(before, name));
        const position = at - 122 + 1;
        const touched = CHECK_FIELDS.filter((name) => {
          const [first, last] = USUAL_LAYOUT.fields[name];
          return position >= first && position <= last;
        });
        expect(touched).toEqual(expect.arrayContaining(changed));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("the positions are a setting", () => {
  test("what it names is elsewhere, and the rest stays", () => {
    const layout = readCheckLayout("type=98, result=91, holder=51-80");
    expect(layout).toEqual({ fileType: "98", fields: { ...USUAL_LAYOUT.fields, result: [91, 91] } });
    if (!layout) throw new Error("not read");
    const bytes = answered(inquiry([ACCOUNT], layout), ["1"], layout);
    expect(readAnswers(bytes, layout)).toMatchObject({ value: [{ result: "no_account" }] });
    const record = dataRecord(layout, {
      bank: "0001",
      branch: "002",
      accountType: "2",
      account: "1",
      holder: "ｱ",
      result: "0",
    });
    expect([record.length, record[90]]).toEqual([120, "0"]);
  });

  test.each(["result=1", "result=44", "account=44-51", "holder=51-130", "result", "amount=81-90", "type=1"])(
    "%s cannot be read",
    (text) => expect(readCheckLayout(text)).toBeNull(),
  );
});

test("a bank's name that is too long and a day that is yet to come are problems of their fields", () => {
  const problemsOf = (bank: string, on: string) => {
    const read = answersFrom("2026-11-27").safeParse({ bank, on });
    return read.success ? {} : fieldProblems(read.error);
  };
  expect(problemsOf("み".repeat(40), "2026-11-27")).toEqual({});
  expect(problemsOf("み".repeat(41), "2026-11-28")).toEqual({ bank: "tooLong:40", on: "dayAhead" });
  expect(problemsOf("a\u200bb", "")).toEqual({ bank: "unusableCharacter", on: "required" });
});
