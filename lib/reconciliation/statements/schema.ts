import { z } from "zod";
import { anchorParts, dayParts, findText, reasonText, severalOf, withAnchor } from "@/lib/fields";
import type {
  BankFileProblem,
  EntryProblem,
  StatementAccount,
  StatementFormat,
} from "@/lib/imports/bank-statement/statement";
import type { Page } from "@/lib/list/page";
import type { MovementRow } from "../movements/schema";
import { ENTRY_STATES, type EntryState, type OfferReason } from "./statement-match";

export const statementAsked = z.object({ name: z.string().min(1).max(200), account: z.enum(["own", "service"]) });
export type StatementAsked = z.output<typeof statementAsked>;

export type StatementProblem =
  | BankFileProblem
  /** The same file was uploaded before. `at`: ISO 8601. */
  | { kind: "uploaded_already"; statementId: string; name: string; by: string; at: string };

/** `repeated`: entries that an earlier statement has. They count there alone. */
export type UploadedStatement = {
  statementId: string;
  entries: number;
  repeated: number;
  broken: number;
  leftOut: number;
  matched: number;
};

export const entriesAsked = z
  .object({
    statement: z.uuid().optional().catch(undefined),
    state: severalOf(ENTRY_STATES),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional()
      .catch(undefined),
    ...dayParts,
    q: findText(60),
    ...anchorParts,
  })
  .transform(withAnchor);
export type EntriesAsked = z.output<typeof entriesAsked>;

export const oneStatement = z.object({ statementId: z.uuid() });
export type OneStatement = z.output<typeof oneStatement>;

export const oneEntry = z.object({ entryId: z.uuid() });
export const matchInput = oneEntry.extend({ movementId: z.uuid(), reason: reasonText });
export type MatchInput = z.output<typeof matchInput>;
export const unmatchInput = oneEntry.extend({ reason: reasonText });
export type UnmatchInput = z.output<typeof unmatchInput>;

/** One file, with what became of its entries. Times are ISO 8601. */
export type StatementRow = {
  statementId: string;
  name: string;
  format: StatementFormat;
  encoding: string;
  sha256: string;
  isOwn: boolean;
  accounts: StatementAccount[];
  by: string;
  at: string;
  entries: number;
  /** So many of them an earlier statement has. */
  repeated: number;
  matched: number;
  broken: number;
  leftOut: number;
};

export type EntryRow = {
  entryId: string;
  statementId: string;
  file: string;
  line: number;
  account: string;
  bookedOn: string;
  currency: string | null;
  /** With its sign: a plus for what came to the account. */
  amount: string | null;
  /** Null for who may not see names. */
  party: string | null;
  description: string | null;
  state: EntryState;
  /** `by`: null where the console matched it. */
  match: { movementId: string; by: string | null; at: string; reason: string } | null;
};

/** Sums of entries of one currency; null where it cannot be read. */
export type EntrySum = { currency: string | null; state: EntryState; count: number; in: string; out: string };

export type EntriesView = Page<EntryRow> & { sums: EntrySum[] };

type Span = Pick<MovementRow, "currency" | "amount" | "from" | "until">;
export type OfferedMovement = Span & { movementId: string; reason: OfferReason };

/** Times are ISO 8601; `by` is null for the console. */
export type EntryEvent = { kind: "matched" | "unmatched"; at: string; by: string | null; reason: string };

export type EntryDetail = EntryRow & {
  valuedOn: string | null;
  /** Null for who may not see names, as is `raw`: it is the sender's free text. */
  reference: string | null;
  /** Null for who may not see names. */
  raw: string | null;
  problems: EntryProblem[];
  /** The movement that it is matched to. */
  movement: Span | null;
  offers: OfferedMovement[];
  history: EntryEvent[];
};
