import { charactersOf, EBCDIC_ONE, END_MARK, isZenginText } from "@/lib/imports/zengin/characters";
import { RECORD_LENGTH } from "@/lib/imports/zengin/layout";
import { err, ok, type Result } from "@/lib/result";
import { type CheckLayout, fieldOf } from "./layout";
import { type CheckResult, resultOf } from "./results";

/** Why a file is refused whole. Records count from 1. */
export type AnswerProblem =
  | { kind: "empty" | "ebcdic" | "too_large" }
  | { kind: "length" | "character" | "order" | "type"; record: number }
  | { kind: "count"; stated: number; counted: number };

/** An answer of the bank. `result` is null where its code is none that we know. */
export type Answer = {
  record: number;
  bank: string;
  branch: string;
  accountType: string;
  account: string;
  /** In half width, as the bank has it. */
  holder: string;
  code: string;
  result: CheckResult | null;
};

const ANSWERS_MAX = 5_000;
/** With line ends, and what stands around the answers. */
export const ANSWERS_MAX_BYTES = (ANSWERS_MAX + 10) * (RECORD_LENGTH + 2);

/** Reads a file of answers. Its trailer must count its answers, or it is refused whole. */
export function readAnswers(bytes: Uint8Array, layout: CheckLayout): Result<Answer[], AnswerProblem> {
  if (bytes.length > ANSWERS_MAX_BYTES) return err({ kind: "too_large" });
  if (bytes[0] === EBCDIC_ONE) return err({ kind: "ebcdic" });
  const whole = charactersOf(bytes).replace(/[\r\n]+$/, "");
  const text = whole.endsWith(END_MARK) ? whole.slice(0, -1) : whole;
  const records = recordsOf(text);
  if (records.length === 0) return err({ kind: "empty" });
  for (const [at, record] of records.entries()) {
    if (record.length !== RECORD_LENGTH) return err({ kind: "length", record: at + 1 });
    if (!isZenginText(record)) return err({ kind: "character", record: at + 1 });
  }
  const kinds = records.map((record) => record[0] ?? "").join("");
  if (!/^12+89$/.test(kinds)) return err({ kind: "order", record: misplaced(kinds) });
  if (fieldOf(records[0] ?? "", [2, 3]) !== layout.fileType) return err({ kind: "type", record: 1 });
  const data = records.slice(1, -2);
  const stated = Number(fieldOf(records.at(-2) ?? "", [2, 7]));
  if (stated !== data.length) return err({ kind: "count", stated, counted: data.length });
  return ok(data.map((record, at) => answerIn(record, at + 2, layout)));
}

/** Records end with the line where there are lines; the spaces at a line's end may be missing. */
function recordsOf(text: string): string[] {
  if (/[\r\n]/.test(text)) {
    const lines = text.split(/\r\n|\n|\r/).filter((line) => line !== "");
    return lines.map((line) => line.padEnd(RECORD_LENGTH, " "));
  }
  return text.match(new RegExp(`.{1,${RECORD_LENGTH}}`, "gs")) ?? [];
}

/** The first record that is not of the kind that belongs there. */
function misplaced(kinds: string): number {
  const begun = /^(1?)(2*)(8?)(9?)/.exec(kinds)?.[0].length ?? 0;
  return Math.min(begun + 1, kinds.length);
}

function answerIn(record: string, number: number, { fields }: CheckLayout): Answer {
  const code = fieldOf(record, fields.result);
  return {
    record: number,
    bank: fieldOf(record, fields.bank),
    branch: fieldOf(record, fields.branch),
    accountType: fieldOf(record, fields.accountType),
    account: fieldOf(record, fields.account),
    holder: fieldOf(record, fields.holder).trimEnd(),
    ...{ code, result: resultOf(code) },
  };
}
