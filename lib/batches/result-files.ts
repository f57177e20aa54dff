import { isDeepStrictEqual } from "node:util";
import { stringify } from "csv-stringify/sync";
import { csv } from "@/lib/csv/file";
import { escapedFormula, SPREADSHEET } from "@/lib/csv/text-cell";
import type { Grid } from "@/lib/imports/grid";
import { byteLines } from "@/lib/imports/lines";
import { encode, labelOf, markedEncoding, type TextEncoding } from "@/lib/imports/text-encoding";
import { isZenginText } from "@/lib/imports/zengin/characters";
import { type DataFields, dataOf, digits, RECORD_LENGTH, text } from "@/lib/imports/zengin/layout";
import type { ZenginFile, ZenginRecord } from "@/lib/imports/zengin/read-zengin";
import { zenginOf } from "@/lib/japan/zengin";
import type { RowGroup } from "./outcome";
import { BATCH_FIELDS, type BatchField, type RowFields } from "./row";
import { customerOf } from "./zengin-rows";

/** What became of a row, for the files that are taken along. Empty where it is no order. */
export type RowResult = {
  line: number;
  fields: RowFields;
  group: RowGroup | "excluded" | "replaced";
  /** Of a row that is not sent since another order has its place or its ID: that order. */
  referenceId: string;
  transactionId: string;
  status: string;
  /** Who last said so, and when: `2026-11-25 10:00:00` in Tokyo. */
  source: string;
  statusAt: string;
  fee: string;
  orderAmount: string;
};

/** `changed`: what is no longer as the uploaded file has it, so that no result stands for what the file says there. */
export type FileResult = RowResult & { changed: BatchField[] };

/** 手続済 is said of a COMPLETED order alone, 不能 of one that was refused, failed or proven not to exist. */
const WORDS: Record<RowResult["group"], string> = {
  paid: "手続済",
  failed: "不能",
  unknown: "未確定",
  in_progress: "未確定",
  check: "未確定",
  closed: "終了",
  held: "未送信",
  waiting: "未送信",
  not_sent: "未送信",
  excluded: "除外",
  replaced: "送信なし",
};

const ADDED = ["結果", "outcome", "referenceId", "status", "statusAt", "orderAmount", "changedFields"];
const addedCells = ({ group, referenceId, status, statusAt, orderAmount, changed }: FileResult) => [
  ...[WORDS[group], group, referenceId, status, statusAt, orderAmount, changed.join(" ")],
];

const HEAD = ["line", "結果", "outcome", "referenceId", "transactionId", "status", "source"];

/** One line a row, as a spreadsheet opens it. */
export function resultsCsv(results: RowResult[]): string {
  const head = [...HEAD, "statusAt (Asia/Tokyo, UTC+09:00)", "fee", ...BATCH_FIELDS];
  const rows = results.map((row) => [
    ...[row.line, WORDS[row.group], row.group, row.referenceId, row.transactionId, row.status, row.source],
    ...[row.statusAt, row.fee, ...BATCH_FIELDS.map((field) => row.fields[field])],
  ]);
  return csv(head, rows);
}

/** Rows of our template, to be corrected and uploaded again: `readBatchFile` reads each text as it is here. */
export function ownCsv(rows: RowFields[]): string {
  const cells = rows.map((fields) => BATCH_FIELDS.map((field) => escapedFormula(fields[field])));
  return stringify([[...BATCH_FIELDS], ...cells], { ...SPREADSHEET, quoted: true });
}

/** `hasHeader`: whether its first row has names. A first payout that is not in this run has neither result nor names. */
type Uploaded = { grid: Grid; hasHeader: boolean };

/**
 * The delimited file that was uploaded, byte for byte, with cells added to its rows. A line that could not be read has
 * none: behind a broken quotation mark they would be part of a cell.
 */
export function delimitedWithResults(
  bytes: Uint8Array,
  { grid, hasHeader }: Uploaded,
  encoding: TextEncoding,
  results: FileResult[],
): Buffer {
  const byLine = new Map(results.map((row) => [row.line, row]));
  const rows = new Map(grid.rows.map((row) => [row.line, row]));
  const isHeader = (line: number) => hasHeader && line === grid.rows[0]?.line;
  const mark = markLength(bytes);
  const lines = byteLines(bytes.subarray(mark), encoding).flatMap(({ content, end }, at) => {
    const result = byLine.get(at + 1);
    const row = rows.get(at + 1);
    const cells = isHeader(at + 1) ? ADDED : result && row?.problem === null ? addedCells(result) : [];
    const added = cells.map((cell) => grid.delimiter + cell).join("");
    return [content, encoded(added, encoding), end];
  });
  return Buffer.concat([bytes.subarray(0, mark), ...lines]);
}

const markLength = (bytes: Uint8Array) => (markedEncoding(bytes) === "UTF-8 BOM" ? 3 : markedEncoding(bytes) ? 2 : 0);

function encoded(added: string, encoding: TextEncoding): Uint8Array {
  const bytes = encode(added, encoding);
  if (bytes === null) throw new Error(`${encoding} cannot hold the words of results`);
  return bytes;
}

/** The rows of a workbook with cells added, as texts. */
export function cellsWithResults({ grid: { rows }, hasHeader }: Uploaded, results: FileResult[]): string[][] {
  const byLine = new Map(results.map((row) => [row.line, row]));
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  return rows.map(({ line, cells }, at) => {
    const result = byLine.get(line);
    const added = result ? addedCells(result) : hasHeader && at === 0 ? ADDED : [];
    return [...cells, ...Array.from({ length: width - cells.length }, () => ""), ...added];
  });
}

/** The records of a 全銀 file, byte for byte, each data record with its result behind it. */
export function zenginWithResults(bytes: Uint8Array, file: ZenginFile, results: FileResult[]): Buffer {
  const { encoding, lineEnd } = file;
  const byLine = new Map(results.map((row) => [row.line, row]));
  const records =
    lineEnd === "" ? cutRecords(bytes, encoding) : byteLines(bytes, encoding).map(({ content }) => content);
  return Buffer.concat(
    records.flatMap((record, at) => {
      const result = byLine.get(at + 1);
      return [record, encoded(`${result ? `,${addedCells(result).join(",")}` : ""}\r\n`, encoding)];
    }),
  );
}

function cutRecords(bytes: Uint8Array, encoding: TextEncoding): Uint8Array[] {
  const isBytes = encoding === "Shift_JIS";
  const whole = isBytes ? Buffer.from(bytes).toString("latin1") : new TextDecoder(labelOf(encoding)).decode(bytes);
  // The file may have line ends behind its last record.
  const records = whole.replace(/[\r\n]+/g, "").match(new RegExp(`[^]{1,${RECORD_LENGTH}}`, "g")) ?? [];
  return records.map((record) => (isBytes ? Buffer.from(record, "latin1") : encoded(record, encoding)));
}

/** A file of these rows alone, with what they hold now; null where a value does not fit into its field. */
export function zenginOfRows(file: ZenginFile, rows: RowResult[]): ZenginFile | null {
  const byLine = new Map(rows.map(({ line, fields }) => [line, fields]));
  const fitted = new Map<number, DataFields>();
  for (const record of file.groups.flatMap(({ records }) => records)) {
    const row = byLine.get(record.number);
    if (!row) continue;
    const fields = recordFields(record, row);
    if (fields === null) return null;
    fitted.set(record.number, fields);
  }
  const groups = file.groups.map(({ records, ...group }) => ({
    ...group,
    records: records.flatMap((record) => {
      const fields = fitted.get(record.number);
      return fields ? [{ ...record, fields }] : [];
    }),
  }));
  return { ...file, groups: groups.filter(({ records }) => records.length > 0) };
}

const NAME_LENGTH = 30;
const CODE_LENGTH = 10;

function recordFields(record: ZenginRecord, row: RowFields): DataFields | null {
  const held = dataOf(record.text);
  const name = zenginOf(row.destinationAccountName);
  const amount = row.amount.replaceAll(",", "");
  const codes = [
    [row.destination, /^\d{4}$/],
    [row.destinationBranchCode, /^\d{3}$/],
    [row.destinationAccountType, /^[12]$/],
    [row.destinationAccount, /^\d{7}$/],
    [amount, /^\d{1,10}$/],
    [row.currency, /^JPY$/],
  ] as const;
  const fits = name.length <= NAME_LENGTH && isZenginText(name) && codes.every(([code, shape]) => shape.test(code));
  const customer = customerFields(held, row);
  if (!fits || customer === null || record.problems.record !== null) return null;
  return {
    ...held,
    ...{ bank: row.destination, branch: row.destinationBranchCode, accountType: row.destinationAccountType },
    ...{ account: row.destinationAccount, name: text(name, NAME_LENGTH), amount: digits(amount, 10) },
    ...customer,
  };
}

/** The customer codes, or EDI text in their place; null where the row would be read back with another player or memo. */
function customerFields(held: DataFields, { playerId, memo }: RowFields): Partial<DataFields> | null {
  const isOfRow = (fields: DataFields) => isDeepStrictEqual(customerOf(fields), { playerId, memo });
  if (isOfRow(held)) return {};
  const edi = text(memo, 2 * CODE_LENGTH);
  const second = held.ediMark === "Y" ? text("", CODE_LENGTH) : held.customerCode2;
  const codes =
    memo === ""
      ? { ediMark: " ", customerCode1: text(playerId, CODE_LENGTH), customerCode2: second }
      : { ediMark: "Y", customerCode1: edi.slice(0, CODE_LENGTH), customerCode2: edi.slice(CODE_LENGTH) };
  const { customerCode1, customerCode2 } = codes;
  const fits =
    (customerCode1 + customerCode2).length === 2 * CODE_LENGTH && isZenginText(customerCode1 + customerCode2);
  return fits && isOfRow({ ...held, ...codes }) ? codes : null;
}
