import { err, ok, type Result } from "@/lib/result";
import { tooManyRows } from "../read-grid";
import type { DecodingProblem, TextEncoding } from "../text-encoding";
import { EBCDIC_ONE, recordsOf, strangePosition, zenginText } from "./characters";
import { type DataProblems, dataProblems } from "./data-problems";
import { type DataFields, dataOf, type HeaderFields, headerOf, RECORD_LENGTH, trailerOf } from "./layout";

export type ZenginProblem =
  | { kind: "empty" }
  | { kind: "too_many_rows"; rows: number; most: number }
  /** The code of mainframes. */
  | { kind: "zengin_ebcdic" }
  | { kind: "zengin_character"; record: number; position: number }
  /** Payroll, direct debits and the like. */
  | { kind: "zengin_type"; type: string }
  | { kind: "zengin_length"; record: number }
  | { kind: "zengin_order"; record: number }
  | DecodingProblem;

/** A data record. `number` counts all records of the file from 1. */
export type ZenginRecord = { number: number; text: string; fields: DataFields; problems: DataProblems };
/** What a trailer states, and what its data records hold. `amount`: whole yen; an amount that is no number counts as 0. */
export type ZenginTrailer = { number: number; stated: Counted; counted: Counted };
type Counted = { count: number; amount: string };
export type ZenginGroup = { header: HeaderFields; records: ZenginRecord[]; trailer: ZenginTrailer };
export type ZenginFile = {
  encoding: TextEncoding;
  /** What stands between records; nothing where they follow one another. */
  lineEnd: string;
  /** A control character that old systems end a file with. */
  hasEndMark: boolean;
  groups: ZenginGroup[];
};

/** Whether a file begins as a header record does. */
export function looksLikeZengin(bytes: Uint8Array, asked?: TextEncoding): boolean {
  if (bytes[0] === EBCDIC_ONE) return true;
  // What was asked for is strict: a character that the cut divides would be refused.
  const isCut = asked === undefined;
  const begin = zenginText(isCut ? bytes.subarray(0, RECORD_LENGTH * 4) : bytes, asked, { isCut });
  return begin.ok && /^1\d{3}[\d ]{10}[^,\t\r\n]{66}/.test(begin.value.text);
}

/** Reads a file of transfers. Where a trailer states another count or sum than its data has, both are in its group. */
export function readZengin(bytes: Uint8Array, asked?: TextEncoding): Result<ZenginFile, ZenginProblem> {
  if (bytes[0] === EBCDIC_ONE) return err({ kind: "zengin_ebcdic" });
  const decoded = zenginText(bytes, asked);
  if (!decoded.ok) return decoded;
  const { text, encoding } = decoded.value;
  const { records, lineEnd, hasEndMark } = recordsOf(text, RECORD_LENGTH);
  const groups = groupsOf(records);
  if (!groups.ok) return groups;
  const rows = groups.value.reduce((sum, group) => sum + group.records.length, 0);
  if (rows === 0) return err({ kind: "empty" });
  const many = tooManyRows(rows);
  return many ? err(many) : ok({ encoding, lineEnd, hasEndMark, groups: groups.value });
}

/** Header, data, trailer, once or several times, then one end record and nothing more. */
function groupsOf(records: string[]): Result<ZenginGroup[], ZenginProblem> {
  const shape = {
    areTrimmed: records.every((record) => record.trimEnd() === record),
    hasMarks: records.some((record) => record[0] === "2" && dataOf(record).ediMark === "Y"),
  };
  const groups: ZenginGroup[] = [];
  let open: Omit<ZenginGroup, "trailer"> | null = null;
  let isEnded = false;
  for (const [at, record] of records.entries()) {
    const number = at + 1;
    const kind = record[0];
    const isData = kind === "2";
    if (isEnded || isData !== (isData && open !== null)) return err({ kind: "zengin_order", record: number });
    if (!isData) {
      const problem = frameProblem(record, number);
      if (problem) return err(problem);
    }
    if (isData && open) {
      const fields = dataOf(record);
      open.records.push({ number, text: record, fields, problems: dataProblems(record, fields, shape) });
    } else if (kind === "1" && open === null) {
      const header = headerOf(record);
      if (header.type !== "21") return err({ kind: "zengin_type", type: header.type });
      open = { header, records: [] };
    } else if (kind === "8" && open !== null) {
      const trailer = readTrailer(record, number, open.records);
      if (trailer === null) return err({ kind: "zengin_length", record: number });
      groups.push({ ...open, trailer });
      open = null;
    } else if (kind === "9" && open === null && groups.length > 0) {
      isEnded = true;
    } else {
      return err({ kind: "zengin_order", record: number });
    }
  }
  return isEnded ? ok(groups) : err({ kind: "zengin_order", record: records.length + 1 });
}

/** Up to these lengths a header, a trailer and an end record hold what we read of them. */
const SHORTEST: Record<string, number> = { 1: 80, 8: 19, 9: 1 };

function frameProblem(record: string, number: number): ZenginProblem | null {
  const position = strangePosition(record);
  if (position > 0) return { kind: "zengin_character", record: number, position };
  const shortest = SHORTEST[record[0] ?? ""];
  if (shortest === undefined) return { kind: "zengin_order", record: number };
  const isLength = record.length === RECORD_LENGTH || (record.length < RECORD_LENGTH && record.length >= shortest);
  return isLength ? null : { kind: "zengin_length", record: number };
}

function readTrailer(record: string, number: number, records: ZenginRecord[]): ZenginTrailer | null {
  const { count, sum, filler } = trailerOf(record);
  if (!/^\d{18}$/.test(count + sum) || filler.trim() !== "") return null;
  const amounts = records.map(({ fields }) => (/^\d+$/.test(fields.amount) ? BigInt(fields.amount) : 0n));
  const total = amounts.reduce((all, amount) => all + amount, 0n);
  return {
    number,
    stated: { count: Number(count), amount: String(BigInt(sum)) },
    counted: { count: records.length, amount: String(total) },
  };
}
