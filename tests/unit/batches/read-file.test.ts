import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type ReadOptions, readBatchFile } from "@/lib/batches/read-file";
import { ownCsv } from "@/lib/batches/result-files";
import { FILE_MAX_BYTES, FILE_MAX_ROWS } from "@/lib/imports/grid";
import { BLANK_ROW } from "../../support/batch-rows";
import {
  bytesOf,
  csvText,
  gmoCells,
  OWN_HEADER,
  ownCells,
  type Payout,
  workbook,
  zenginRecords,
} from "../../support/payout-files";

const PAYOUT: Payout = {
  ...{ playerId: "p-1", bank: "0005", branch: "001", type: "1", account: "0123456" },
  ...{ kana: "ﾔﾏﾀﾞ ﾀﾛｳ", name: "ヤマダ　タロウ", amount: 12_000 },
};
const FIELDS = {
  ...{ playerId: "p-1", destination: "0005", destinationBranchCode: "001", destinationAccountType: "1" },
  ...{ destinationAccount: "0123456", destinationAccountName: "ヤマダ　タロウ", amount: "12000", currency: "JPY" },
};
const STYLE = { quoted: false, end: "\r\n" };
const own = (rows: string[][]) => bytesOf(csvText([OWN_HEADER, ...rows], STYLE), "UTF-8");
const changed = (cells: Record<string, string>) =>
  ownCells(PAYOUT).map((cell, at) => cells[OWN_HEADER[at] ?? ""] ?? cell);
async function rowOf(bytes: Uint8Array, options?: ReadOptions) {
  const read = await readBatchFile(bytes, options);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.rows[0];
}
const fixture = (name: string) => new Uint8Array(readFileSync(`tests/fixtures/zengin/${name}`));

describe("a payout is the same in every format", () => {
  const zengin = zenginRecords([{ ...PAYOUT, playerId: "p-1" }]).join("");
  test.each<[string, string, string, Uint8Array]>([
    ["own", "UTF-8", "our CSV", own([ownCells(PAYOUT)])],
    ["own", "Shift_JIS", "our CSV of Excel", bytesOf(csvText([OWN_HEADER, ownCells(PAYOUT)], STYLE), "Shift_JIS")],
    ["own", "UTF-16LE", "our CSV in UTF-16", bytesOf(csvText([OWN_HEADER, ownCells(PAYOUT)], STYLE), "UTF-16LE")],
    ["own", "XLSX", "our workbook", workbook({ rows: [OWN_HEADER, ownCells(PAYOUT)] })],
    ["gmo", "Shift_JIS", "GMO Aozora's CSV", bytesOf(csvText([gmoCells(PAYOUT)], STYLE), "Shift_JIS")],
    ["zengin", "Shift_JIS", "全銀", bytesOf(zengin, "Shift_JIS")],
    ["zengin", "UTF-8", "全銀 in UTF-8", bytesOf(zengin, "UTF-8")],
  ])("%s, %s: %s", async (format, encoding, _what, bytes) => {
    const read = await readBatchFile(bytes);
    expect(read).toMatchObject({ ok: true, value: { format, encoding, rows: [{ fields: FIELDS, problems: {} }] } });
  });
});

const TEXTS = ["-V1StGXR8", "=1+1", "+81 3", "@x", "'-V1", "''=", "'", "O'Hara", "＝１", "－1", "it's -1"];

describe("a text that a spreadsheet would take for a formula", () => {
  test.each(TEXTS)("%s is the same after it was written to a file of ours and read again", async (memo) => {
    const row = { ...BLANK_ROW, playerId: "p-1", amount: "1", memo };
    const read = await rowOf(Buffer.from(ownCsv([row])));
    expect(read).toMatchObject({ fields: { memo }, problems: {} });
  });

  test("is one apostrophe longer in the file", () => {
    expect(ownCsv([{ ...BLANK_ROW, playerId: "-V1StGXR8" }])).toContain(`"'-V1StGXR8"`);
  });

  test("keeps its apostrophe in a file of another format", async () => {
    const gmo = gmoCells(PAYOUT).map((cell) => (cell === "p-1" ? "'-V1" : cell));
    const read = await rowOf(bytesOf(csvText([gmo], STYLE), "Shift_JIS"));
    expect([read?.fields.playerId, read?.fields.memo]).toContain("'-V1");
  });
});

describe("what the reading changes is marked", () => {
  test("zeros that a spreadsheet took are put back", async () => {
    const cells = { destination: "5", destinationBranchCode: "1", destinationAccount: "123456" };
    expect(await rowOf(own([changed(cells)]))).toMatchObject({
      fields: FIELDS,
      marks: { restored: ["destination", "destinationBranchCode", "destinationAccount"] },
    });
  });

  test("half-width kana become full-width", async () => {
    expect(await rowOf(own([changed({ destinationAccountName: "ﾔﾏﾀﾞ ﾀﾛｳ" })]))).toMatchObject({
      fields: FIELDS,
      marks: { converted: ["destinationAccountName"] },
    });
  });

  test("nothing is put back for banks of other countries", async () => {
    const row = await rowOf(own([changed({ currency: "THB", destination: "14", destinationAccount: "123" })]));
    expect(row).toMatchObject({ fields: { destination: "14", destinationAccount: "123" }, marks: { restored: [] } });
  });
});

describe("a cell or a line stops alone, with what is wrong", () => {
  test.each<[string, string[], object]>([
    ["an exponent", changed({ amount: "1.9E+18" }), { amount: "exponent" }],
    [
      "a formula",
      changed({ destinationAccount: '="0123456"'.replaceAll('"', "'") }),
      { destinationAccount: "formula" },
    ],
    ["a lost character", changed({ destinationAccountName: "ヤマ\ufffd" }), { destinationAccountName: "unreadable" }],
    ["a column too few", ownCells(PAYOUT).slice(1), { line: "columnCount" }],
    ["a column too many", ["x", ...ownCells(PAYOUT)], { line: "columnCount" }],
    ["a broken quotation mark", ['p"x', ...ownCells(PAYOUT).slice(1)], { line: "quotes" }],
  ])("%s", async (_what, cells, problems) => {
    const read = await readBatchFile(own([cells, ownCells(PAYOUT)]));
    expect(read).toMatchObject({
      value: {
        rows: [
          { line: 2, problems },
          { line: 3, fields: FIELDS, problems: {} },
        ],
      },
    });
  });
});

describe("a file that is not for us", () => {
  const header = ["ID", "Bank", "Branch", "Kind", "Number", "Holder", "Yen"];
  const bytes = bytesOf(
    csvText([header, ["p-1", "5", "1", "1", "123456", "ヤマダ　タロウ", "12,000".replace(",", "")]], STYLE),
    "UTF-8",
  );

  test("says which columns it lacks, and what its header is", async () => {
    expect(await readBatchFile(bytes)).toMatchObject({ error: { kind: "columns_missing", header } });
  });

  test("is read by the mapping of its columns", async () => {
    const mapping = {
      ...{ playerId: { column: 0 }, destination: { column: 1 }, destinationBranchCode: { column: 2 } },
      ...{ destinationAccountType: { column: 3 }, destinationAccount: { column: 4 } },
      ...{ destinationAccountName: { column: 5 }, amount: { column: 6 }, currency: { text: "JPY" } },
    };
    expect(await readBatchFile(bytes, { mapping })).toMatchObject({
      value: { format: "mapped", rows: [{ fields: FIELDS, marks: { restored: [{}, {}, {}] } }] },
    });
    const { amount: _none, ...without } = mapping;
    expect(await readBatchFile(bytes, { mapping: without })).toMatchObject({ error: { kind: "columns_missing" } });
  });

  test("of another bank, without a header, is not taken for one of ours, nor its first row for a header", async () => {
    expect(await readBatchFile(fixture("japan-net-bank.csv"))).toEqual({
      ok: false,
      error: { kind: "no_header", line: 1 },
    });
  });

  test.each(["12,000", "１２０００", "￥12000", "12,000円", "0123456"])(
    "whose first row has the value %s has no header",
    async (value) => {
      const first = ["p", "b", "x", "y", "z", "h", value];
      const file = bytesOf(csvText([first, first], { ...STYLE, quoted: true }), "UTF-8");
      const error = { kind: "no_header", line: 1 };
      expect(await readBatchFile(file)).toEqual({ ok: false, error });
      expect(await readBatchFile(file, { mapping: { amount: { column: 6 } } })).toEqual({ ok: false, error });
    },
  );

  test("of too many rows or bytes is refused with the figures, and nothing is cut", { timeout: 30_000 }, async () => {
    const rows = Array.from({ length: FILE_MAX_ROWS + 1 }, () => ownCells(PAYOUT));
    expect(await readBatchFile(own(rows))).toEqual({
      ok: false,
      error: { kind: "too_many_rows", rows: FILE_MAX_ROWS + 1, most: FILE_MAX_ROWS },
    });
    expect(await readBatchFile(new Uint8Array(FILE_MAX_BYTES + 1))).toEqual({
      ok: false,
      error: { kind: "too_large", bytes: FILE_MAX_BYTES + 1, most: FILE_MAX_BYTES },
    });
  });
});

test("in GMO Aozora's CSV the mark says whether a text or a customer code stands before it", async () => {
  const read = (...last: string[]) =>
    rowOf(bytesOf(csvText([[...gmoCells(PAYOUT).slice(0, 6), ...last]], STYLE), "UTF-8"));
  expect(await read("INVOICE 1", "Y")).toMatchObject({ fields: { playerId: "", memo: "INVOICE 1" }, problems: {} });
  expect(await read("0000000000", " ")).toMatchObject({ fields: { playerId: "", memo: "" }, problems: {} });
  // Cut off before the mark, a text would be taken for a player.
  expect(await read("INVOICE 1", "")).toMatchObject({ problems: { line: "recordShifted" } });
});

test.each(["12,000", "12000円"])(
  "in GMO Aozora's CSV a first row with the amount %s is a row like the others",
  async (amount) => {
    const rows = [PAYOUT, PAYOUT, PAYOUT].map(gmoCells);
    const file = rows.with(0, (rows[0] ?? []).with(5, amount));
    const read = await readBatchFile(bytesOf(csvText(file, { ...STYLE, quoted: true }), "Shift_JIS"));
    expect(read).toMatchObject({ value: { format: "gmo", rows: [{ fields: { ...FIELDS, amount } }, {}, {}] } });
  },
);

test("the samples of others are read as they mean it", async () => {
  const names = async (name: string) => {
    const read = await readBatchFile(fixture(name));
    return read.ok && read.value.rows.map(({ fields }) => [fields.destinationAccountName, fields.amount, fields.memo]);
  };
  expect(await names("zengin-sample-crlf.txt")).toEqual([
    ["ヤマダ　タロウ", "15000", ""],
    ["カ）スーパー", "1000000", ""],
  ]);
  expect(await names("kyash-sample.txt")).toEqual([
    ["キヤツシ　シヨウジ", "1", ""],
    ["キヤツシ　ハナコ", "2", ""],
    ["キヤツシ　ジロウ", "3", ""],
  ]);
});
