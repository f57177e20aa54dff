import { z } from "zod";
import type { BatchTotal } from "@/drizzle/schema/batches";
import { anchorParts, findText, reasonText, severalOf, line as textLine, withAnchor } from "@/lib/fields";
import { FILE_MAX_ROWS } from "@/lib/imports/grid";
import { TEXT_ENCODINGS } from "@/lib/imports/text-encoding";
import type { Page } from "@/lib/list/page";
import type { ListedNames } from "@/lib/payees/recipient-warnings";
import type { DecisionOfMine, RequesterView, TransactionRow } from "@/lib/transactions/schema";
import type { PayeeHold } from "@/lib/transactions/submission/hold-reasons";
import type { Decision } from "@/lib/withdrawals/approvers";
import type { ColumnMapping } from "./column-mapping";
import { type BatchHeadline, ROW_GROUPS, type RowGroup } from "./outcome";
import type { Pace } from "./pace";
import type { BatchFormat } from "./read-file";
import { BATCH_FIELDS, OVERLAPS, type OverlapWarning, type RowFields, type RowMarks, type SeenRow } from "./row";
import { BATCH_SHOWS, BATCH_STATES, type BatchState, type PauseReason } from "./state";
import type { TrailerCheck } from "./trailers";

/** So many of its rows are checked and kept. */
export type UploadProgress = { rows: number; of: number };

/** How long a batch's name may be: it is its file's until someone gives it another. */
export const uploadAsked = z.object({
  name: z
    .string()
    .trim()
    .max(200)
    .catch("")
    .transform((name) => name || "batch"),
  encoding: z.enum(TEXT_ENCODINGS).optional().catch(undefined),
});

const cell = z.string().max(500);
const line = z.number().int().min(1);
const someRows = { batchId: z.uuid(), lines: z.array(line).min(1).max(FILE_MAX_ROWS) };
const reason = textLine(200);

/** From the address of a batch: its file was uploaded before. */
export const batchAddress = z.object({ known: z.literal("1").optional().catch(undefined).transform(Boolean) });

export const oneBatch = z.object({ batchId: z.uuid() });

/** `original`: the file that was uploaded, with results beside its rows. `failures`: what can be paid once more. */
export const resultsAsked = oneBatch.extend({ kind: z.enum(["results", "original", "failures"]).catch("results") });
export type ResultsAsked = z.output<typeof resultsAsked>;

export const templateAsked = z.object({ format: z.enum(["csv", "xlsx"]).catch("csv") });
export type TemplateAsked = z.output<typeof templateAsked>;

/** The cells that were changed; the others stay as they are. */
export const rowInput = oneBatch.extend({ line, fields: z.partialRecord(z.enum(BATCH_FIELDS), cell) });
export type RowInput = z.output<typeof rowInput>;

/** Without a reason, the rows are taken in again. */
export const excludeInput = z.object({ ...someRows, reason: reason.nullable() });
export type ExcludeInput = z.output<typeof excludeInput>;

/** The rows as they were on the screen: nothing else of them is accepted. */
const seenRow = z.object({
  ...{ line, currency: z.string().max(8), amount: z.string().max(64) },
  warnings: z.array(z.object({ kind: z.enum(OVERLAPS), at: z.string().max(200) })).max(FILE_MAX_ROWS),
}) satisfies z.ZodType<SeenRow>;
export const acceptInput = oneBatch.extend({ rows: z.array(seenRow).min(1).max(FILE_MAX_ROWS), reason });
export type AcceptInput = z.output<typeof acceptInput>;

export const fixInput = z.object(someRows);
export type FixInput = z.output<typeof fixInput>;

export const trailersInput = oneBatch.extend({ reason });
export type TrailersInput = z.output<typeof trailersInput>;

/** `earlier`: the batch that paid the list, as the user saw it. */
export const sameListInput = oneBatch.extend({ earlier: z.uuid(), reason });
export type SameListInput = z.output<typeof sameListInput>;

const source = z.union([z.object({ column: z.number().int().min(0) }), z.object({ text: cell })]);
const mapping = z.partialRecord(z.enum(BATCH_FIELDS), source);

/** The changes that a user has agreed to lose: of these lines, in the draft as of `edits`; null before the question. */
const dropsEdits = z.object({ edits: z.number().int().min(0), lines: z.array(line).max(FILE_MAX_ROWS) }).nullable();
export const readAgainInput = oneBatch.extend({ encoding: z.enum(TEXT_ENCODINGS), dropsEdits });
export type ReadAgainInput = z.output<typeof readAgainInput>;

export const columnsInput = oneBatch.extend({ mapping, dropsEdits });
export type ColumnsInput = z.output<typeof columnsInput>;

export const payAgainInput = oneBatch.extend({ reason });
export type PayAgainInput = z.output<typeof payAgainInput>;

/** `edits`: what the requester saw, so that a change by another is seen before anything is asked for. */
const paidRow = z.object({ line, referenceId: textLine(200) });
/** A row, and an order that has paid the same amount to the same account since the batch was requested. */
export type PaidRow = z.output<typeof paidRow>;

/** `paidSince`: what the user was asked about, and is sent all the same. */
export const resumeInput = oneBatch.extend({ paidSince: z.array(paidRow).max(FILE_MAX_ROWS).default([]) });
export type ResumeInput = z.input<typeof resumeInput>;

export const batchRequestInput = oneBatch.extend({ edits: z.number().int().min(0) });
export type BatchRequestInput = z.output<typeof batchRequestInput>;

/** The first row of a file, as it was refused. */
const header = z.array(z.string().max(500)).min(1).max(200);
export const mappingInput = z.object({ header, mapping });
export type MappingInput = z.output<typeof mappingInput>;

/** In production the approver types how many rows and how much of each currency. */
const again = z.object({ count: z.string().max(16), amounts: z.record(z.string().max(8), z.string().max(64)) });
const decided = { batchId: z.uuid(), digest: z.string().regex(/^v1:[0-9a-f]{8}:[0-9a-f]{64}$/) };
export const batchDecisionInput = z.discriminatedUnion("decision", [
  z.object({ ...decided, decision: z.literal("approved"), again: again.optional(), reason: z.undefined().optional() }),
  z.object({ ...decided, decision: z.enum(["declined", "sent_back"]), reason: reasonText }),
]);
export type BatchDecisionInput = z.output<typeof batchDecisionInput>;

/** The parts of the list's address. */
export const batchesAsked = z
  .object({
    show: z.enum(BATCH_SHOWS).catch("all").default("all"),
    q: findText(100),
    state: severalOf(BATCH_STATES),
    ...anchorParts,
  })
  .transform(withAnchor);
export type BatchesAsked = z.output<typeof batchesAsked>;

export type Sum = { currency: string; amount: string };
export type GroupSums = Partial<Record<RowGroup, { count: number; sums: Sum[] }>>;

/** A batch in the list. Times are ISO 8601, amounts decimal strings. `sums`: of the rows that are, or would be, paid. */
export type BatchListRow = {
  batchId: string;
  name: string;
  run: number;
  isRetry: boolean;
  state: BatchState;
  headline: BatchHeadline;
  rows: number;
  sums: Sum[];
  requestedBy: string;
  at: string;
};
export type BatchesView = Page<BatchListRow> & { counts: { all: number; needs: number } };

/**
 * `user_frozen`: of one who requested or approved it, or knows the secret of the key that did. `service`: it does not respond normally. `lost_database`: what that
 * sent last may still be accepted. `no_answer`: to the look-ups of its next rows. `unknown_outcome`: this order pays the
 * same amount to the account of the next row.
 */
export type BatchWait =
  | { reason: "frozen" | "user_frozen" | "no_answer" }
  | { reason: "service" | "lost_database"; until: string }
  | { reason: "unknown_outcome"; line: number; referenceId: string };

/** By which columns a file was read, who saved them, and when. */
type SavedColumns = { mapping: ColumnMapping; by: string; at: string };
/** `header`: the names in its first line. `newer`: was saved for such files since. */
export type ReadColumns = SavedColumns & { header: string[]; newer: SavedColumns | null };

export type BatchView = {
  batchId: string;
  name: string;
  run: number;
  runReason: string | null;
  isRetry: boolean;
  encoding: string;
  format: BatchFormat;
  /** Null where the format, or its own header, names them. */
  columns: ReadColumns | null;
  state: BatchState;
  headline: BatchHeadline;
  edits: number;
  /** Null where the format has no trailers. */
  trailers: TrailerCheck | null;
  /** Why it is paid although they differ. */
  trailersAccepted: { by: string; reason: string } | null;
  /** The batch of another file that has exactly these rows and may have paid them, and the reason for paying them again once one was given. */
  sameList: { batchId: string; name: string; at: string; reason: string | null } | null;
  uploaded: { by: string; at: string };
  requested: { by: string; at: string } | null;
  /** What approvals cover; null in a draft. */
  root: string | null;
  totals: BatchTotal[] | null;
  approversNeeded: number | null;
  expiresAt: string | null;
  /** Until when the newest of its payees counts as new, where one did at the request, or at an approval since: it takes two approvals. */
  newPayeeUntil: string | null;
  /** Decisions about the request as it is. `counts`: an approval; while it waits, of one who is active and permitted. */
  decided: { by: string; at: string; decision: Decision; reason: string | null; counts: boolean }[];
  /** What an approver should know of who requested it; null where nothing waits. */
  requester: RequesterView | null;
  /** The last request that came back; null where none did, or where it was requested again. */
  cameBack: { by: string; at: string; reason: string | null } | null;
  readerId: string;
  /** Null where the reader has nothing to say about it. */
  mine: DecisionOfMine;
  pause: { reason: PauseReason; by: string | null } | null;
  /** Why nothing of it is sent now, although it is being sent. */
  wait: BatchWait | null;
  sendingSince: string | null;
  /** While rows leave; null where it is not known yet. */
  pace: Pace | null;
  /** Who paused it, resumed it and cancelled the rest, the oldest first. */
  stops: { at: string; actor: { kind: string; name: string }; action: string; detail: Record<string, unknown> }[];
  rows: number;
  excluded: number;
  /** How many rows are to be paid and are no orders yet: these alone can be cancelled. */
  unordered: number;
  /** What became of the rows that are paid; empty in a draft. */
  groups: GroupSums;
  /** How many rows failed, and no other order or run takes their place. */
  retryable: number;
  /** Each run of the same file that was not discarded, the newest first. */
  runs: { batchId: string; run: number; isRetry: boolean; headline: BatchHeadline; at: string }[];
};

/** Whether the payee book has the account: null where it does, with this holder, and nothing keeps it from being paid. */
export type PayeeDoubt = "new" | "other_holder" | PayeeHold;

/** A row of a draft. What it has not is left out: there may be ten thousand. Names and accounts are masked by role. */
export type DraftRow = {
  line: number;
  fields: RowFields;
  /** Field name, or `line` for the whole row, to problem code. */
  problems?: Record<string, string>;
  /** The row's text in the file, where that has something wrong with it. */
  raw?: string;
  marks?: RowMarks;
  /** Other texts that end problems. */
  fixes?: Partial<RowFields>;
  warnings?: OverlapWarning[];
  /** How many of them are not accepted. */
  open?: number;
  accepted?: { by: string; reason: string };
  excluded?: { by: string; reason: string };
  /** What the directory calls the bank and branch of a row that has problems. */
  listed?: ListedNames;
  /** As it would be sent. */
  paid?: { currency: string; amount: string; bank: string; branch: string };
  payee?: PayeeDoubt;
};
export type DraftView = { edits: number; rows: DraftRow[] };

/** What a request would ask for. `hasNewPayee`: an account is new in the payee book, which asks for more approvals. */
export type DraftSummary = {
  totals: (BatchTotal & { fees: string | null; available: string | null })[];
  approvers: number;
  hasNewPayee: boolean;
};

/** From the address: rows of one group, or those that were searched for, from a line on. */
export const batchRowsAsked = oneBatch.extend({
  group: z
    .enum([...ROW_GROUPS, "excluded", "attention", "accepted"])
    .optional()
    .catch(undefined),
  q: findText(100),
  after: z.coerce.number().int().min(0).catch(0).default(0),
});
export type BatchRowsAsked = z.output<typeof batchRowsAsked>;

/** A row that was requested, as it is sent. */
export type SentRow = {
  line: number;
  referenceId: string;
  holder: string;
  bank: string;
  account: string;
  currency: string;
  amount: string;
  memo: string;
  payee: PayeeDoubt | null;
  group: RowGroup | "excluded";
  order: TransactionRow | null;
  /** The order for which it is not sent. */
  replacedBy: string | null;
  /** Why it is not paid, or in spite of what it is. */
  reason: string | null;
  warnings: OverlapWarning[];
};
/** `next`: the line after which further rows are; null where there are none. */
export type BatchRowsView = { rows: SentRow[]; count: number; next: number | null };

/** What an approver should know besides the totals. */
export type BatchReview = {
  largest: SentRow[];
  newPayees: number;
  /** Rows that pay an account for which the payee book has another holder. */
  otherHolders: number;
  /** Rows that would be held instead of sent: their payee is blocked, waits for a second person, or has changed. */
  blockedPayees: number;
  undecidedPayees: number;
  changedPayees: number;
  /** The first of them, in the order of the file. */
  accepted: SentRow[];
  acceptedCount: number;
  excluded: number;
  /** Compared with the run before: how many rows pay an account and amount that it did not, and the other way round. */
  before: { batchId: string; run: number; reason: string | null; added: number; gone: number; same: number } | null;
};

/** A batch that waits for the reader's decision. */
export type WaitingBatch = {
  kind: "batch";
  id: string;
  name: string;
  by: string;
  at: string;
  until: string;
  rows: number;
  sums: Sum[];
};

/** A batch that goes on only when a person acts: paused, or a request that came back or was declined. */
export type StoppedBatch = {
  batchId: string;
  name: string;
  isRetry: boolean;
  pause: PauseReason | null;
  isDeclined: boolean;
  at: string;
};
