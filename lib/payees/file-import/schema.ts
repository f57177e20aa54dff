import { z } from "zod";
import { line, reasonText } from "@/lib/fields";
import type { GridProblem } from "@/lib/imports/read-grid";
import type { TextEncoding } from "@/lib/imports/text-encoding";
import type { PayeeDecision, PayeePart } from "../rules";
import type { AccountCheckView, PayeeTerms } from "../schema";
import type { LineProblem } from "./check-line";
import type { ColumnProblem } from "./columns";

/**
 * What becomes of a line. `twice`: its account is on an earlier line; `waits`: another change of the payee is undecided;
 * `blocked`: its account is of a blocked payee that was never approved.
 */
export const FILE_OUTCOMES = ["add", "change", "same", "waits", "blocked", "twice", "problem"] as const;
export type FileOutcome = (typeof FILE_OUTCOMES)[number];

export type PayeeFileProblem = ColumnProblem | GridProblem;

/** `encoding`: where a person has said which. */
export type PayeeFile = { bytes: Uint8Array; encoding?: TextEncoding | undefined };

export type PayeeFileLine = {
  line: number;
  outcome: FileOutcome;
  problems: LineProblem[];
  changed: PayeePart[];
  payeeId: string | null;
  /** Codes and names of bank and branch. Of a line with problems, this and the following are as they were read. */
  bank: string;
  type: string;
  account: string;
  holder: string;
};
export type PayeeFilePreview = { lines: PayeeFileLine[]; counts: Record<FileOutcome, number> };

export const fileNamed = z.object({ name: line(200) });

export const oneImport = z.object({ importId: z.uuid() });
export const importDecisionInput = z.discriminatedUnion("decision", [
  oneImport.extend({ decision: z.literal("approved"), reason: z.undefined().optional() }),
  oneImport.extend({ decision: z.literal("rejected"), reason: reasonText }),
]);
export type ImportDecisionInput = z.output<typeof importDecisionInput>;

/** A file of proposals. `changed` is null where the payee is new; `decision` is null while it waits. */
export type PayeeImportView = {
  importId: string;
  readerId: string;
  name: string;
  by: string;
  at: string;
  isOwn: boolean;
  open: number;
  rows: (PayeeTerms & {
    payeeId: string;
    version: number;
    changed: PayeePart[] | null;
    decision: PayeeDecision | null;
    /** What banks said of the account that is proposed. */
    checks: AccountCheckView[];
  })[];
};
