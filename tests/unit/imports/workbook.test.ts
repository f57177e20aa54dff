import { expect, test } from "vitest";
import { readGrid } from "@/lib/imports/read-grid";
import { shownNumber } from "@/lib/imports/xlsx/number-format";
import { type WorkbookCell, workbook } from "../../support/payout-files";

const cellOf = async (cell: WorkbookCell) => {
  const grid = await readGrid(workbook({ rows: [["head"], [cell]] }));
  if (!grid.ok) return grid.error;
  const row = grid.value.rows[1];
  return [row?.cells[0], row?.cellProblems[0] ?? row?.problem];
};
const number = (value: string, style: number) => ({ xml: `<c s="${style}"><v>${value}</v></c>` });

test.each<[string, WorkbookCell, string, string | null]>([
  ["a text with zeros in front", "0005", "0005", null],
  ["a number", number("12000", 0), "12000", null],
  ["a number of a format with zeros in front, as it is shown", number("42", 4), "0000042", null],
  ["a number with separators", number("12000", 5), "12000", null],
  ["a date", number("45000", 2), "45000", "cellFormat"],
  ["a percentage", number("0.5", 3), "0.5", "cellFormat"],
  ["thousands", number("12000", 6), "12000", "cellFormat"],
  ["decimals that are not shown", number("12000.4", 5), "12000.4", "cellFormat"],
  ["an exponent", number("1.9E+18", 0), "1.9E+18", "exponent"],
  ["more digits than a workbook keeps", number("1234567890123456", 0), "1234567890123456", "numberPrecision"],
  ["a formula and not its last result", { xml: "<c><f>A1*2</f><v>24000</v></c>" }, "=A1*2", "formula"],
  ["a text that begins like a formula", "=A1", "=A1", "formula"],
  ["a truth value", { xml: '<c t="b"><v>1</v></c>' }, "1", "cellFormat"],
  ["an error", { xml: '<c t="e"><v>#N/A</v></c>' }, "#N/A", "cellFormat"],
  [
    "a word without the reading above it",
    { xml: '<c t="inlineStr"><is><r><t>山</t></r><r><t>田</t></r><rPh sb="0" eb="2"><t>ヤマダ</t></rPh></is></c>' },
    "山田",
    null,
  ],
])("%s", async (_what, cell, text, problem) => {
  expect(await cellOf(cell)).toEqual([text, problem]);
});

test.each([
  ["a digit", "\\1000000"],
  ["a digit in full width", "\\１0"],
  ["a decimal point", "0\\.00"],
  ["a decimal point in quotation marks", '0"."00'],
  ["a word for ten thousand", '0"万円"'],
])("a number is not read where its format shows %s that the number lacks", (_what, code) => {
  expect(shownNumber("1200", code)).toBeNull();
});

test.each(["\\¥#,##0", '"Rs." 0', "0\\ _-", '#,##0"円"', "* 0", "000\\-0000"])(
  "a number is read in the format %s",
  (code) => {
    expect(shownNumber("1234567", code)).toBe("1234567");
  },
);

test("rows and cells that are left out keep those beside them in their places", async () => {
  const grid = await readGrid(
    workbook({
      rows: [
        ["a", "", "c"],
        ["", ""],
        ["", "b"],
      ],
    }),
  );
  expect(grid).toMatchObject({
    value: {
      encoding: "XLSX",
      rows: [
        { line: 1, cells: ["a", "", "c"] },
        { line: 3, cells: ["", "b"] },
      ],
    },
  });
});

test("a hidden row is not paid without a word", async () => {
  const grid = await readGrid(workbook({ rows: [["a"], ["b"]], rowAttributes: { 1: 'hidden="1"' } }));
  expect(grid).toMatchObject({ value: { rows: [{ problem: null }, { problem: "hiddenRow" }] } });
});

const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const two = `<workbook xmlns:r="r"><sheets><sheet name="A" r:id="rId1"/><sheet name="B" r:id="rId2"/></sheets></workbook>`;
const twoPaths = `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`;
const secondSheet = (rows: string, book = two) => ({
  ...{ "xl/workbook.xml": book, "xl/_rels/workbook.xml.rels": twoPaths, "xl/worksheets/sheet2.xml": sheet(rows) },
});

test("of several sheets one may hold something", async () => {
  const cell = '<row r="1"><c r="A1" t="str"><v>x</v></c></row>';
  const read = (parts: Record<string, string>) => readGrid(workbook({ rows: [["a"]], parts }));
  expect(await read(secondSheet(cell))).toEqual({ ok: false, error: { kind: "several_sheets", sheets: "A, B" } });
  expect(await read(secondSheet(""))).toMatchObject({ ok: true });
  expect(await read(secondSheet(cell, two.replace('name="B"', 'name="B" state="hidden"')))).toMatchObject({ ok: true });
});

test.each<[string, Record<string, string>]>([
  ["entities", { "xl/worksheets/sheet1.xml": `<!DOCTYPE x [<!ENTITY a "b">]>${sheet("")}` }],
  ["no sheets", { "xl/workbook.xml": "<workbook/>" }],
  ["rows out of their order", { "xl/worksheets/sheet1.xml": sheet('<row r="2"/><row r="1"/>') }],
  ["a text that is missing", { "xl/worksheets/sheet1.xml": sheet('<row><c t="s"><v>7</v></c></row>') }],
  ["a style that is missing", { "xl/worksheets/sheet1.xml": sheet('<row><c s="99"><v>7</v></c></row>') }],
  ["a cell far out", { "xl/worksheets/sheet1.xml": sheet('<row><c r="XFD1"><v>7</v></c></row>') }],
])("a workbook with %s is refused", async (_what, parts) => {
  expect(await readGrid(workbook({ rows: [["a"]], parts }))).toMatchObject({ error: { kind: "workbook_damaged" } });
});

/** The same archive, whose directory says that each part unpacks to so many bytes. */
function claiming(bytes: Uint8Array, unpacked: number): Uint8Array {
  const claimed = Buffer.from(bytes);
  for (let at = claimed.indexOf("PK\u0001\u0002"); at >= 0; at = claimed.indexOf("PK\u0001\u0002", at + 4)) {
    claimed.writeUInt32LE(unpacked, at + 24);
  }
  return claimed;
}

test("a bomb is not unpacked, also where it says that it is none", async () => {
  const book = workbook({ rows: [["a"]] });
  const read = async (unpacked: number) => readGrid(claiming(book, unpacked));
  expect(await read(101 * 1024 * 1024)).toEqual({ ok: false, error: { kind: "workbook_too_large" } });
  expect(await read(10)).toEqual({ ok: false, error: { kind: "workbook_damaged" } });
});

test("what is no workbook is refused", async () => {
  expect(await readGrid(new TextEncoder().encode("PK\u0003\u0004"))).toMatchObject({
    error: { kind: "workbook_damaged" },
  });
  expect(await readGrid(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]))).toEqual({
    ok: false,
    error: { kind: "spreadsheet" },
  });
});
