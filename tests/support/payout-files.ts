import { strToU8, zipSync } from "fflate";
import { encode, type TextEncoding } from "@/lib/imports/text-encoding";

/** A payout as a test means it, and as every format must give it back. Written apart from the readers. */
export type Payout = {
  playerId: string;
  bank: string;
  branch: string;
  type: "1" | "2";
  account: string;
  /** Half-width, as banks write it. */
  kana: string;
  name: string;
  amount: number;
};

export const OWN_HEADER = [
  ...["playerId", "destination", "destinationName", "destinationBranchCode", "destinationBranchName"],
  ...["destinationAccountType", "destinationAccount", "destinationAccountName", "amount", "currency", "memo"],
];

export const ownCells = (payout: Payout): string[] => [
  ...[payout.playerId, payout.bank, "", payout.branch, "", payout.type, payout.account, payout.name],
  ...[String(payout.amount), "JPY", "memo"],
];

export const bytesOf = (text: string, encoding: TextEncoding): Uint8Array => {
  const mark = encoding === "UTF-8" || encoding === "Shift_JIS" ? "" : "\ufeff";
  const bytes = encode(mark + text, encoding);
  if (bytes === null) throw new Error(`${encoding} cannot hold it`);
  return bytes;
};

/** Rows of cells, quoted or not. */
export const csvText = (rows: string[][], { quoted, end }: { quoted: boolean; end: string }): string =>
  rows.map((cells) => cells.map((cell) => (quoted ? `"${cell}"` : cell)).join(",") + end).join("");

export const gmoCells = (payout: Payout): string[] => [
  ...[payout.bank, payout.branch, payout.type, payout.account, payout.kana, String(payout.amount)],
  ...[payout.playerId, " "],
];

const n = (value: string | number, length: number) => String(value).padStart(length, "0");
const c = (value: string, length: number) => value.padEnd(length, " ");

export function zenginRecords(payouts: Payout[]): string[] {
  const sum = payouts.reduce((total, { amount }) => total + amount, 0);
  return [
    `1210${n(1234567890, 10)}${c("ｶ)ﾁﾖｳﾊﾞ", 40)}1125${n("0005", 4)}${c("ﾐﾂﾋﾞｼ", 15)}${n("001", 3)}${c("ﾎﾝﾃﾝ", 15)}1${n(1234567, 7)}${c("", 17)}`,
    ...payouts.map(
      ({ bank, branch, type, account, kana, amount, playerId }) =>
        `2${bank}${c("ﾐﾂﾋﾞｼ", 15)}${branch}${c("ﾎﾝﾃﾝ", 15)}0000${type}${account}${c(kana, 30)}${n(amount, 10)}0${c(playerId, 10)}${c("", 10)}7${c("", 8)}`,
    ),
    `8${n(payouts.length, 6)}${n(sum, 12)}${c("", 101)}`,
    c("9", 120),
  ];
}

/** A cell of a workbook: a text, or other XML in its place. */
export type WorkbookCell = string | { xml: string };
const text = (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const columnName = (at: number) => String.fromCharCode(65 + at);

type Workbook = {
  rows: WorkbookCell[][];
  /** Attributes of rows, by their number from 0. */
  rowAttributes?: Record<number, string>;
  /** What more the archive holds, in place of what it would. */
  parts?: Record<string, string>;
};

/** A workbook of text cells. Styles: 0 general, 1 text, 2 date, 3 percent, 4 `0000000`, 5 `#,##0`, 6 thousands. */
export function workbook({ rows, rowAttributes = {}, parts = {} }: Workbook): Uint8Array {
  const cell = (value: WorkbookCell, row: number, at: number) => {
    if (typeof value !== "string") return value.xml.replace("<c ", `<c r="${columnName(at)}${row + 1}" `);
    if (value === "") return "";
    return `<c r="${columnName(at)}${row + 1}" s="1" t="inlineStr"><is><t xml:space="preserve">${text(value)}</t></is></c>`;
  };
  const lines = rows.map(
    (cells, row) =>
      `<row r="${row + 1}" ${rowAttributes[row] ?? ""}>${cells.map((one, at) => cell(one, row, at)).join("")}</row>`,
  );
  const all: Record<string, string> = {
    "xl/workbook.xml": `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns:r="r"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0000000"/><numFmt numFmtId="165" formatCode="#,##0,"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs>${[0, 49, 14, 9, 164, 3, 165].map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${lines.join("")}</sheetData></worksheet>`,
    ...parts,
  };
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, xml]) => [name, strToU8(xml)])), { level: 1 });
}
