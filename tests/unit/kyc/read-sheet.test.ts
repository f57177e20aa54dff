import { describe, expect, test } from "vitest";
import { FILE_MAX_BYTES } from "@/lib/imports/grid";
import { resultsOf } from "@/lib/kyc/import-results";
import { readSheet } from "@/lib/kyc/read-sheet";
import { type FileRow, fileInput, ROWS_MAX } from "@/lib/kyc/schema";

const utf8 = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readSheet(utf8(text));
const problemOf = async (bytes: Uint8Array) => {
  const sheet = await readSheet(bytes);
  return sheet.ok ? null : sheet.error;
};

/** "playerId,氏名 / p-1,ヤマダ　タロウ / p-2,ｽｽﾞｷ" as Windows saves it. */
const SHIFT_JIS = Uint8Array.from([
  ...utf8("playerId,"),
  ...[0x8e, 0x81, 0x96, 0xbc, 0x0d, 0x0a],
  ...utf8("p-1,"),
  ...[0x83, 0x84, 0x83, 0x7d, 0x83, 0x5f, 0x81, 0x40, 0x83, 0x5e, 0x83, 0x8d, 0x83, 0x45, 0x0d, 0x0a],
  ...utf8("p-2,"),
  ...[0xbd, 0xbd, 0xde, 0xb7, 0x0d, 0x0a],
]);

describe("a file of players", () => {
  test("in UTF-8, with a mark of byte order or without", async () => {
    for (const [mark, encoding] of [
      ["", "UTF-8"],
      ["\ufeff", "UTF-8 BOM"],
    ]) {
      expect(await read(`${mark}playerId,userName\r\np-1,ヤマダ　タロウ\r\n`)).toMatchObject({
        ok: true,
        value: {
          encoding,
          rows: [
            { line: 1, cells: ["playerId", "userName"] },
            { line: 2, cells: ["p-1", "ヤマダ　タロウ"] },
          ],
          guess: { hasHeader: true, playerId: 0, userName: 1 },
        },
      });
    }
  });

  test("in Shift_JIS, half-width kana too", async () => {
    const sheet = await readSheet(SHIFT_JIS);
    expect(sheet).toMatchObject({
      ok: true,
      value: { encoding: "Shift_JIS", guess: { hasHeader: true, userName: 1 } },
    });
    expect(sheet.ok && sheet.value.rows.slice(1).map(({ cells }) => cells)).toEqual([
      ["p-1", "ヤマダ　タロウ"],
      ["p-2", "ｽｽﾞｷ"],
    ]);
  });

  test.each([
    ["tabs", "p-1\tヤマダ\n"],
    ["semicolons", "p-1;ヤマダ\n"],
    ["quotes", '"p-1","ヤマダ"\n'],
    ["lone carriage returns", "p-1,ヤマダ\r"],
    ["no line end", "p-1,ヤマダ"],
  ])("with %s", async (_what, text) => {
    expect(await read(text)).toMatchObject({ ok: true, value: { rows: [{ cells: ["p-1", "ヤマダ"] }] } });
  });

  test("columns are found by their words, or by which one looks like names", async () => {
    const guess = async (text: string) => {
      const sheet = await read(text);
      return sheet.ok ? sheet.value.guess : null;
    };
    expect(await guess("氏名（カナ）,登録日,会員番号\nヤマダ,2026,7\n")).toEqual({
      hasHeader: true,
      playerId: 2,
      userName: 0,
    });
    expect(await guess("p-1,x,ヤマダ\np-2,y,スズキ\n")).toEqual({ hasHeader: false, playerId: 0, userName: 2 });
    expect(await guess("ヤマダ,p-1\n")).toEqual({ hasHeader: false, playerId: 1, userName: 0 });
  });

  test("ragged rows stay ragged, blank ones are no rows, and lines count as in a spreadsheet", async () => {
    const sheet = await read("p-1,ヤマダ\n\n,,\np-2\np-3,スズキ,more\n");
    expect(sheet.ok && sheet.value.rows).toMatchObject([
      { line: 1, cells: ["p-1", "ヤマダ"] },
      { line: 4, cells: ["p-2"] },
      { line: 5, cells: ["p-3", "スズキ", "more"] },
    ]);
  });

  test("a cell is text, and one that is a formula or has lost its digits is said to be", async () => {
    const sheet = await read("0012,=cmd()\n1e3,1.9E+18\n");
    expect(sheet.ok && sheet.value.rows).toMatchObject([
      { cells: ["0012", "=cmd()"], cellProblems: { 1: "formula" } },
      { cells: ["1e3", "1.9E+18"], cellProblems: { 1: "exponent" } },
    ]);
  });

  test("a line with a broken quotation mark stops alone, and is shown as it is", async () => {
    const sheet = await read('p-1,ヤマダ\np-2,"スズキ\np-3,ヤ"マ"ダ\np-4,タナカ\n');
    expect(sheet.ok && sheet.value.rows).toMatchObject([
      { line: 1, problem: null },
      { line: 2, cells: ['p-2,"スズキ'], problem: "quotes" },
      { line: 3, problem: "quotes" },
      { line: 4, cells: ["p-4", "タナカ"], problem: null },
    ]);
  });
});

describe("what is no such file", () => {
  test.each<[string, Uint8Array, object]>([
    ["nothing", utf8(""), { kind: "empty" }],
    ["blank lines", utf8("\n \n,,\n"), { kind: "empty" }],
    ["an Excel file", utf8("PK\u0003\u0004"), { kind: "workbook_damaged" }],
    ["an old Excel file", Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]), { kind: "spreadsheet" }],
    ["UTF-16 that ends early", Uint8Array.from([0xff, 0xfe, 0x61, 0x00, 0x2c]), { kind: "not_text" }],
    ["a NUL", utf8("p-1,ヤ\u0000マダ\n"), { kind: "not_text" }],
    ["bytes of neither encoding", Uint8Array.from([0x61, 0x2c, 0xff, 0xff]), { kind: "not_text" }],
    ["broken quotes all over", utf8('p-1,ヤ"マ"ダ\n'.repeat(101)), { kind: "quotes", line: 101 }],
    ["one byte too many", new Uint8Array(FILE_MAX_BYTES + 1).fill(0x61), { kind: "too_large" }],
    ["one row too many", utf8("p,ア\n".repeat(ROWS_MAX + 2)), { kind: "too_many_rows", rows: 2_002, most: 2_000 }],
  ])("%s is refused with its reason", async (_what, bytes, problem) => {
    expect(await problemOf(bytes)).toMatchObject(problem);
  });
});

describe("what is started", () => {
  const row = (line: number, playerId: string, more: object = {}) => ({
    ...{ line, playerId, userName: "ヤマダ", leftOut: null },
    ...more,
  });
  const started = (rows: object[]) =>
    fileInput.safeParse({
      ...{ formId: "00000000-0000-4000-8000-000000000000", name: "players.csv", digest: "0".repeat(64) },
      rows,
    });

  test("has every name as it will be signed", () => {
    expect(started([row(1, "p-1", { userName: "ﾔﾏﾀﾞ" })]).data?.rows).toEqual([{ ...row(1, "p-1"), replaces: null }]);
  });

  test.each([
    ["one player twice", [row(1, "p-1"), row(2, "p-1")]],
    ["a prefixed id", [row(1, "1_p")]],
    ["kanji", [row(1, "p-1", { userName: "山田" })]],
    ["no row", []],
    ["too_many_rows", Array.from({ length: ROWS_MAX + 1 }, (_none, at) => row(at + 1, `p-${at}`))],
  ])("never holds %s", (_what, rows) => {
    expect(started(rows).success).toBe(false);
  });

  test("may leave out what it cannot send, with any content", () => {
    const odd = row(2, "1_p\u0000", { userName: "=cmd()\ud800", leftOut: "refused" });
    expect(started([row(1, "p-1"), odd, { ...odd, line: 3 }]).data?.rows[1]).toMatchObject({ playerId: "1_p\ufffd" });
  });
});

test("results open in a spreadsheet, and no cell is taken for a formula", () => {
  const at = "2026-11-21T05:00:00.000Z";
  const registration = {
    ...{ registrationId: "r", playerId: "p-1", userName: "ヤマダ　タロウ", submission: "accepted" as const },
    ...{ masked: false, revealable: false, superseded: false, notFoundAt: null },
    ...{ status: "REGISTERED", evidence: { source: "query" as const, at }, since: at, createdAt: at, updatedAt: at },
  };
  const rows: FileRow[] = [
    { line: 2, playerId: "p-1", userName: "ヤマダ　タロウ", leftOut: null, registration },
    { line: 3, playerId: "=cmd()", userName: "+81", leftOut: "refused", registration: null },
    { line: 4, playerId: "@x", userName: "-1", leftOut: null, registration: null },
  ];
  expect(resultsOf(rows, new Date(at))).toBe(
    [
      '\ufeffline,playerId,userName,result,status,evidence,"evidenceAt (Asia/Tokyo, UTC+09:00)"',
      `2,p-1,ヤマダ　タロウ,registered,REGISTERED,query,2026-11-21 14:00:00`,
      "3,'=cmd(),'+81,left out: refused,,,",
      "4,'@x,-1,waiting,,,",
      "",
    ].join("\r\n"),
  );
});
