import type { FieldProblem } from "@/lib/fields";
import type { TextEncoding } from "../text-encoding";

export const STATEMENT_FORMATS = ["zengin", "camt053"] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** One account of a file. Days are texts such as `2026-11-24`. */
export type StatementAccount = {
  /** As the bank writes it: bank, branch and number, or an IBAN. */
  account: string;
  holder: string;
  currency: string;
  firstDay: string | null;
  lastDay: string | null;
};

/** What is wrong with an entry: in which field, at which position or element, and what stands there. */
export type EntryProblem = { field: EntryField | "line"; column: string; value: string; code: FieldProblem };
export type EntryField = "bookedOn" | "valuedOn" | "direction" | "amount" | "currency" | "state";

export type StatementEntry = {
  /** Of the record or element in the file, from 1. */
  line: number;
  raw: string;
  /** Which of the accounts, from 0. */
  account: number;
  bookedOn: string | null;
  valuedOn: string | null;
  currency: string | null;
  /** With its sign: a plus for what came to the account. Null where it cannot be read. */
  amount: string | null;
  party: string;
  description: string;
  reference: string;
  /** What the bank calls the entry in every file; `reference` may be a number within this one. */
  bankReference: string;
  /** Null for an entry that can be matched. */
  problems: EntryProblem[] | null;
};

/** `leftOut`: entries that the bank has not booked. */
export type BankFile = {
  format: StatementFormat;
  encoding: TextEncoding;
  accounts: StatementAccount[];
  entries: StatementEntry[];
  leftOut: number;
};

/** Why a file is refused whole. A line that cannot be read is none of these: it is left out alone. */
export type BankFileProblem =
  | { kind: "empty" | "not_text" }
  | { kind: "too_large"; bytes: number; most: number }
  | { kind: "too_many_rows"; rows: number; most: number }
  /** Neither of the formats. */
  | { kind: "no_statement" }
  | { kind: "statement_ebcdic" }
  /** Another file of the same layout, such as 振込入金通知. */
  | { kind: "statement_type"; type: string }
  | { kind: "statement_record"; record: number }
  | { kind: "statement_order"; record: number }
  | { kind: "statement_count"; line: number; stated: number; counted: number }
  | { kind: "statement_sum"; line: number; direction: "in" | "out" | "all"; stated: string; counted: string }
  /** The opening balance and the entries do not lead to the closing balance. */
  | { kind: "statement_balance"; line: number; stated: string; counted: string }
  | { kind: "statement_xml"; line: number; column: number };

const SHOWN_MAX = 200;

export const shown = (text: string): string => [...text].slice(0, SHOWN_MAX).join("");
