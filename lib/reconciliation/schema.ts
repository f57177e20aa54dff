import { z } from "zod";
import type { ProposalFacts } from "@/lib/auth/proposal";
import {
  anchorOf,
  anchorParts,
  findText,
  line,
  optionalReason,
  reasonText,
  severalOf,
  shownAmount,
  shownCurrency,
  tokyoDayText,
  withAnchor,
} from "@/lib/fields";
import type { Page } from "@/lib/list/page";
import { CLASSES, type ExceptionClass, type RowClass } from "./classes";
import type { Difference } from "./difference";
import type { LedgerDays } from "./ledger-days";
import { BASES, LEDGER_FIELDS, type LedgerMapping, ORDER_TYPES, RULES } from "./ledger-mapping";
import type { LedgerRow, LineProblem } from "./ledger-row";
import type { NearMissReason } from "./near-miss";
import { DECISIONS, type Decision, REASONS, type Reason, type RowMark, type RunFailure, type RunState } from "./state";

/**
 * One class of a run in one currency. `difference`: by how much the rows differ, whichever side has more. `moved`: what each
 * row is about, by the service where it counts the money, else by the ledger.
 */
export type ClassFigures = {
  class: RowClass;
  currency: string;
  count: number;
  ledger: string;
  service: string;
  difference: string;
  moved: string;
};

/** `outside`: lines of the ledger that belong to other days. */
export type RunFigures = { classes: ClassFigures[]; outside: number };

export const PART_BYTES = 4 * 1024 * 1024;
export const LEDGER_MAX_BYTES = 256 * 1024 * 1024;
const FILES_MAX = 20;

export const partAsked = z.object({
  fileId: z.uuid(),
  name: z.string().min(1).max(200),
  part: z.coerce
    .number()
    .int()
    .min(0)
    .max(LEDGER_MAX_BYTES / PART_BYTES),
});
export type PartAsked = z.output<typeof partAsked>;
export type PartProblem = { kind: "too_large"; bytes: number; most: number } | { kind: "complete_already" };

export const oneFile = z.object({ fileId: z.uuid(), encoding: z.string().optional() });

/** Why a ledger cannot be read. */
export type LedgerFileProblem =
  | { kind: "no_file" | "not_text" | "encoding_unclear" | "spreadsheet" | "empty" }
  | { kind: "too_large"; bytes: number; most: number };

/** A ledger that was uploaded, with what is known of how to read it. `saved`: the newest mapping of its header. */
export type LedgerFileView = {
  fileId: string;
  name: string;
  bytes: number;
  encoding: string;
  header: string[];
  /** Nothing stands below its header. */
  isEmpty: boolean;
  /** The first rows, to check the mapping by; empty for who may not see names. */
  sample: string[][];
  /** Of the first tens of thousands of rows, for the column that is chosen for the time. */
  days: LedgerDays;
  mapping: LedgerMapping;
  saved: number | null;
};

const column = z.number().int().min(0).max(500);
export const mappingInput = z.object({
  columns: z.partialRecord(z.enum(LEDGER_FIELDS), column),
  always: z.object({
    type: z.enum(ORDER_TYPES).optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3,5}$/)
      .optional(),
  }),
  bookedWords: z.array(line(60)).max(20),
  rule: z.enum(RULES),
  basis: z.enum(BASES),
});

export const startInput = z
  .object({
    fileIds: z.array(z.uuid()).min(1).max(FILES_MAX),
    firstDay: tokyoDayText,
    lastDay: tokyoDayText,
    mapping: mappingInput,
  })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay);
export type StartInput = z.output<typeof startInput>;

export const oneRun = z.object({ runId: z.uuid() });
export const oneRunPeriod = z.object({ firstDay: tokyoDayText, lastDay: tokyoDayText });
export type RunPeriod = z.output<typeof oneRunPeriod>;

export const runsAsked = z.object(anchorParts).transform((places) => ({ anchor: anchorOf(places) }));
export type RunsAsked = z.output<typeof runsAsked>;

export type RunRow = {
  runId: string;
  firstDay: string;
  lastDay: string;
  names: string[];
  state: RunState;
  startedBy: string;
  /** Its ledger was read from the merchant's database at its time, by the query that `startedBy` saved. */
  isScheduled: boolean;
  startedAt: string;
  rows: number;
  brokenRows: number;
  isSuperseded: boolean;
  figures: RunFigures | null;
  /** Its rows that are an open exception. In a list 0 for a run that was superseded. */
  open: number;
};
export type RunsView = Page<RunRow>;
/** `within`: a longer run that the month's package counts in place of one of these days. */
export type RunInForce = { run: RunRow | null; within: RunRow | null };

export type RunView = RunRow & {
  failure: RunFailure | null;
  endedAt: string | null;
  files: { fileId: string; name: string; sha256: string; encoding: string; bytes: number }[];
  mapping: LedgerMapping & { version: number };
  bytes: number;
  bytesRead: number;
  digest: string | null;
  supersededBy: string | null;
};

export const rowsAsked = z
  .object({
    runId: z.uuid(),
    class: z
      .enum([...CLASSES, "exceptions"])
      .catch("exceptions")
      .default("exceptions"),
    q: findText(200),
    owner: z.enum(["mine", "none"]).optional().catch(undefined),
    decision: severalOf(DECISIONS),
    ...anchorParts,
  })
  .transform(withAnchor);
export type RowsAsked = z.output<typeof rowsAsked>;

export type ResultRow = {
  position: string;
  class: RowClass;
  currency: string;
  /** What the ledger and the service count as moved. */
  ledgerAmount: string | null;
  serviceAmount: string | null;
  difference: string;
  /** What the service has completed in another currency or of another type than the ledger has it. */
  completedOtherwise: { amount: string; currency: string } | null;
  /** Whether the side exists at all. */
  hasLedger: boolean;
  hasOrder: boolean;
  status: string | null;
  /** The service's or the ledger's reference. */
  reference: string;
  mark: RowMark | null;
  exception: {
    id: string;
    decision: Decision;
    owner: string | null;
    reason: Reason | null;
    note: string | null;
    closedBy: string | null;
    closeReason: string | null;
  } | null;
};
export type RowsView = Page<ResultRow>;

export const oneRow = z.object({ runId: z.uuid(), position: z.string().regex(/^\d{1,9}$/) });
export type OneRow = z.output<typeof oneRow>;

/** `raw`: null for who may not see names. */
export type LedgerSide = Omit<LedgerRow, "raw" | "type" | "problems"> & {
  file: string;
  type: string | null;
  raw: string | null;
};

export type OrderSide = {
  referenceId: string;
  transactionId: string | null;
  playerId: string | null;
  type: string;
  currency: string;
  amount: string;
  status: string | null;
  endedAt: string | null;
  createdAt: string;
};

export type ExceptionEvent = {
  at: string;
  by: string | null;
  kind:
    | ("opened" | "assigned" | "explained" | "asked" | "closed" | "matched" | "superseded")
    | ("close_proposed" | "close_rejected" | "close_withdrawn" | "close_expired");
  detail: Record<string, string | null>;
};

export type RowDetail = ResultRow & {
  ledger: LedgerSide | null;
  order: OrderSide | null;
  /** The line of an order without a row that could not be read. */
  unread: BrokenLine | null;
  /** Where an ID was not matched because lines or orders share it: these, in this ledger and by their referenceId. */
  sameId: { lines: { file: string; line: number }[]; hasMore: boolean; orders: string[] } | null;
  /** The order that another ledger has booked already, by its referenceId. */
  bookedBefore: string | null;
  nearMisses: (OrderSide & { reason: NearMissReason })[];
  history: ExceptionEvent[];
  openedAt: string | null;
  /** What the newest run with the exception says of it, which may be another than this one. */
  lastFound: (Difference & { runId: string }) | null;
  proposal: (ProposalFacts & { reason: string }) | null;
  /** Who can be made its owner. */
  people: { id: string; name: string }[];
};

export const linesAsked = oneRun.extend({
  after: z
    .string()
    .regex(/^\d{1,4}-\d{1,9}$/)
    .optional()
    .catch(undefined),
});
export type LinesAsked = z.output<typeof linesAsked>;
export type BrokenLine = { key: string; file: string; line: number; problems: LineProblem[] };
export type BrokenLinesView = { lines: BrokenLine[]; next: string | null };

const exceptionId = z.uuid();
export const assignInput = z.object({ ids: z.array(exceptionId).min(1).max(500), owner: z.uuid().nullable() });
export type AssignInput = z.output<typeof assignInput>;
export const explainInput = z.object({ id: exceptionId, reason: z.enum(REASONS), note: optionalReason });
export type ExplainInput = z.output<typeof explainInput>;
/** `seen`: the difference on screen, which the reason is about. */
export const closeExceptionInput = z.object({
  ...{ id: exceptionId, reason: reasonText },
  seen: z.object({
    ...{ class: z.enum(CLASSES), currency: shownCurrency },
    ...{ ledgerAmount: shownAmount.nullable(), serviceAmount: shownAmount.nullable() },
  }),
});
export type CloseExceptionInput = z.output<typeof closeExceptionInput>;
export const oneException = z.object({ id: exceptionId });

export const exportAsked = oneRun.extend({
  class: z
    .enum([...CLASSES, "exceptions", "all"])
    .catch("all")
    .default("all"),
});
export type ExportAsked = z.output<typeof exportAsked>;

/** What a day's close shows of its run. `open`: exceptions of the day and of its run that are not ended (`openOf`). */
export type DayReconciliation = {
  runId: string;
  /** The days of a run of several, which all figures are of. Absent where the run is of this day alone. */
  days?: { first: string; last: string };
  name: string;
  sha256: string;
  digest: string;
  endedAt: string;
  classes: ClassFigures[];
  open: OpenException[];
  openCount: number;
  /** Lines of the ledger that could not be read and were left out. */
  brokenRows: number;
};
export type OpenException = {
  class: ExceptionClass;
  reference: string;
  currency: string;
  ledger: string | null;
  service: string | null;
  owner: string | null;
  reason: Reason | null;
};
