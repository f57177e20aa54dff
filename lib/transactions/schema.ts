import { z } from "zod";
import type { AttachmentView } from "@/lib/attachments/schema";
import { anchorOf, anchorParts, line, paragraphs, problem, severalOf, thresholdIn, tokyoDayText } from "@/lib/fields";
import type { Counted } from "@/lib/limits/rules";
import type { Anchor, Page } from "@/lib/list/page";
import type { RecipientWarning } from "@/lib/payees/recipient-warnings";
import type { Failure } from "@/lib/payments-api/failure";
import type { Shown } from "@/lib/pii/redact-json";
import type { Advice } from "@/lib/withdrawals/advice-view";
import type { Decision, RequesterProblem } from "@/lib/withdrawals/approval";
import { RESOLUTIONS, type Resolution } from "./discrepancies/resolution";
import { FILE_FORMATS, SHEET_COLUMNS, USUAL_SHEET, ZONES } from "./list/csv-columns";
import {
  needsCurrency,
  ORDER_LISTS,
  ORDER_TYPES,
  type OrderFilter,
  SHOWN,
  SHOWN_STATES,
  SORTS,
  usualSort,
} from "./list/filter";
import type { Clock, Missing } from "./non-creation/rules";
import type { EndedAtSource } from "./status/service-times";
import { SOURCES, type Source, type Status } from "./status/status";
import type { DiscrepancyKind, Verdict } from "./status/status-report";
import type { HoldReason } from "./submission/hold-reasons";
import type { Outcome, Submission } from "./submission/submission";

/** A referenceId or a transactionId, as pasted. */
export const lookUp = z.object({ id: line(200) });
export type LookUp = z.output<typeof lookUp>;

export const oneExchange = z.object({ exchangeId: z.uuid() });

/** As an address names it. */
export const namedOrder = z.object({ referenceId: z.string() });

export const oneOrder = z.object({ referenceId: line(200) });

/** Of what a fee is estimated. */
export const feeAsked = z.object({
  type: z.enum(["DEPOSIT", "WITHDRAW"]),
  currency: line(8),
  amount: z.string().regex(/^\d{1,30}(\.\d{1,18})?$/),
});
export type FeeAsked = z.output<typeof feeAsked>;

/** `at`: when the order was made that it was asked for. Null where none was seen. */
export type FeeEstimate = { seen: { fee: string; at: string } | null };

/** Longer than anything that a colleague would read. */
const NOTE = 2_000;

/** `noteId` is made when the writing begins, 128 random bits in hex; the same one sent twice is one note. */
export const noteInput = z.object({
  referenceId: line(200),
  noteId: z.string().regex(/^[0-9a-f]{32}$/),
  text: paragraphs(NOTE),
});
export type NoteInput = z.output<typeof noteInput>;
const REASON_MAX = 500;

/** What a person found of a discrepancy, and how they know. `seen`: the newest one that they had before them. */
export const discrepancyResolutionInput = oneOrder.extend({
  finding: z.enum(RESOLUTIONS, { error: problem("required") }),
  reason: line(REASON_MAX),
  seen: z.int().nullable(),
});
export type DiscrepancyResolutionInput = z.output<typeof discrepancyResolutionInput>;

/** How a person knows that an order was not created. */
export const attestationInput = oneOrder.extend({ reason: line(REASON_MAX) });
export type AttestationInput = z.output<typeof attestationInput>;

/** Why a queued order is not to be sent. */
export const stopInput = oneOrder.extend({ reason: line(REASON_MAX) });
export type StopInput = z.output<typeof stopInput>;

/** Where a JPY or other withdrawal goes. Masked for those who may not see it whole. */
export type RecipientView = {
  destination: string;
  destinationName: string;
  destinationBranchCode: string | null;
  destinationBranchName: string | null;
  destinationAccount: string;
  destinationAccountName: string;
  destinationAccountType: string | null;
  /** The passbook (記号・番号) that branch and account were converted from; null where they were typed. */
  passbook: { symbol: string; number: string } | null;
  /** What the requester was warned of and accepted. */
  warnings: RecipientWarning[];
  masked: boolean;
  /** It can be had shown, with a line in the audit log. */
  revealable: boolean;
};

/** Who is to pay a deposit, as far as it is known. Masked for those who may not see it whole. */
export type PayerView = {
  payerAccountName: string | null;
  payerAccount: string | null;
  payerBankCode: string | null;
  masked: boolean;
  /** It can be had shown, with a line in the audit log. */
  revealable: boolean;
};

/** How a deposit is to be paid, as the service said it last. */
export type InstructionsView = {
  /** The payment page. Only http and https ever get here; it was in the create answer and is said nowhere else. */
  address: string | null;
  receiverAccount: string | null;
  receiverName: string | null;
  receiverBank: string | null;
  receiverBankCode: string | null;
  receiverBankBranch: string | null;
  at: string;
  /** Something of it was said otherwise before: what was handed over then may be wrong. */
  changed: boolean;
  masked: boolean;
  /** It can be had shown, with a line in the audit log. */
  revealable: boolean;
};

/** One order in a list. Times are ISO 8601 in UTC, amounts decimal strings. */
export type TransactionRow = {
  referenceId: string;
  transactionId: string | null;
  type: string;
  currency: string;
  amount: string;
  playerId: string | null;
  submission: Submission | null;
  status: Status | null;
  evidence: { source: Source; at: string } | null;
  conflict: boolean;
  /** Why it contradicts itself; null where it does not, or where that was not recorded. */
  discrepancyKind: DiscrepancyKind | null;
  /** A person has resolved it, and nothing new has come since. What contradicts itself stays as it is. */
  resolved: boolean;
  /** Why the sender held it; null where nothing holds it. */
  hold: HoldReason | null;
  /** It is queued, and a freeze of payouts keeps it here. */
  frozen: boolean;
  createdAt: string;
  /** When it was paid: as the service says, or when it was learned here; null where it is not known to be paid. */
  paid: { at: string; source: EndedAtSource } | null;
  updatedAt: string;
};

/** An order in a list, with whom it pays or who pays it: masked as the reader's role asks, null where it is not known. */
export type OrderRow = TransactionRow & {
  party: { name: string | null; bank: string | null; account: string | null } | null;
  requestedBy: string | null;
  /** Until when others can decide; null where nothing waits for that. */
  decideBy: string | null;
};

export type OrdersAsked = OrderFilter & { anchor?: Anchor | undefined };

/** Amounts are compared within one currency. An amount without one means this currency, shown as chosen. */
const USUAL_CURRENCY = "JPY";

/** From the address; a filter that we do not have, or a value that makes no sense, filters nothing. */
export const ordersAsked = z
  .object({
    list: z.enum(ORDER_LISTS).catch("transactions"),
    show: z.string().catch("all"),
    q: line(200).optional().catch(undefined),
    type: z.enum(ORDER_TYPES).optional().catch(undefined),
    state: severalOf(SHOWN_STATES),
    evidence: severalOf(SOURCES),
    currency: z
      .string()
      .regex(/^\w{2,12}$/)
      .optional()
      .catch(undefined),
    least: z.string().optional().catch(undefined),
    most: z.string().optional().catch(undefined),
    from: tokyoDayText.optional().catch(undefined),
    to: tokyoDayText.optional().catch(undefined),
    paidFrom: tokyoDayText.optional().catch(undefined),
    paidTo: tokyoDayText.optional().catch(undefined),
    openOn: tokyoDayText.optional().catch(undefined),
    player: line(200).optional().catch(undefined),
    sort: z.enum(SORTS).optional().catch(undefined),
    ...anchorParts,
  })
  .transform(
    ({ list, show: wanted, type, least, most, sort: asked, after, before, with: first, ...given }): OrdersAsked => {
      const show = SHOWN[list].find((known) => known === wanted) ?? "all";
      const usual = usualSort(show);
      const sort = asked === undefined || (asked === "urgent" && usual !== "urgent") ? usual : asked;
      const amountOf = (typed = "") => thresholdIn(given.currency ?? USUAL_CURRENCY).safeParse(typed).data;
      const filter = { ...given, list, show, sort, least: amountOf(least), most: amountOf(most) };
      const currency = given.currency ?? (needsCurrency(filter) ? USUAL_CURRENCY : undefined);
      const anchor = anchorOf({ after, before, with: first });
      return { ...filter, ...(list === "transactions" && { type }), currency, ...(anchor && { anchor }) };
    },
  );

/** What a file of the list holds; columns as `createdAt.referenceId`, and all but the parties where none is named. */
export const ordersExported = z
  .looseObject({
    columns: z.string().catch(""),
    /** The referenceIds of some of them, a line each; all where none is given. */
    only: z.string().max(20_000).catch(""),
    zone: z.enum(ZONES).catch("Asia/Tokyo"),
    format: z.enum(FILE_FORMATS).catch("csv"),
  })
  .transform(({ columns, only, zone, format, ...given }) => {
    const { anchor: _place, ...filter } = ordersAsked.parse(given);
    const named = SHEET_COLUMNS.filter((column) => columns.split(".").includes(column));
    const chosen = only.split("\n").filter(Boolean);
    return { filter, only: chosen, zone, format, columns: named.length > 0 ? named : USUAL_SHEET };
  });
export type OrdersExported = z.output<typeof ordersExported>;

export type OrderPage = Page<OrderRow>;

/** `since`: the oldest order that is known here. `toDo`: of what waits for a person, by the view that shows it. */
export type OrderFigures = { since: string | null; count: number; toDo: { action: number; mine: number } };

/** What a filter lets through. Amounts of different currencies are never added up. `isMore`: more than are counted. */
export type OrderTotals = {
  count: number;
  isMore: boolean;
  sums: { type: string; currency: string; count: number; amount: string; fee: string | null }[];
  /** Whichever of them the filter asks for; null where they are too many to count. */
  states: Record<string, number> | null;
  evidence: Record<string, number> | null;
};

/**
 * An order that needs action; where its outcome is unknown, until when it can be accepted, or
 * that it waits for people's word that it was not created.
 */
export type AttentionRow = TransactionRow & {
  /** Who is paid or pays, masked as the reader's role asks. */
  partyName: string | null;
  expiresAt: string | null;
  nextPollAt: string | null;
  awaitsAttestation: boolean;
};

/**
 * The most urgent ones, and how many there are in all. `silent`: orders that have been open for too long, the oldest
 * first; they are still being asked about.
 */
export type AttentionView = { count: number; rows: AttentionRow[]; silent: TransactionRow[] };

/** What an approver should know of the requester: that nothing of theirs may leave now, or that they are new. */
export type RequesterView = {
  problem: RequesterProblem | null;
  /** The first request of theirs, or an account younger than seven days when they made it. */
  isFirstRequest: boolean;
  isNewAccount: boolean;
};

/** What other people decided about a withdrawal, and what the reader may do now. */
/** `accountType` is the API's code, an amount a decimal string; empty where a field was not given. */
export type Difference = {
  field:
    | "currency"
    | "amount"
    | "bank"
    | "branch"
    | "accountType"
    | "account"
    | "holder"
    | "player"
    | "purpose"
    | "attachments";
  before: string;
  now: string;
};

/** The request in whose place this one stands, and what became of it. */
export type CorrectionView = {
  referenceId: string;
  submission: Submission | null;
  status: string | null;
  refused: { by: string; decision: Decision; reason: string | null }[];
  differences: Difference[];
};

export type ApprovalView = {
  needed: number;
  expiresAt: string;
  /** `counts`: it approves these terms, and its approver is active and still permitted. */
  given: { by: string; at: string; decision: Decision; reason: string | null; counts: boolean }[];
  requester: RequesterView;
  /** The sum that asked for the approvals, and what it is a sum of. */
  counted: Counted;
  /** Until when its payee counts as new, where it did at the request: that asked for two approvals. */
  newPayeeUntil: string | null;
  /** What our record says against it now; empty where nothing waits, or the reader sees accounts masked. */
  advice: Advice[];
  /** What it changes of an earlier request; null where there is none, or the reader sees accounts masked. */
  correction: CorrectionView | null;
  /** Why it was requested although the balance did not cover it. */
  shortfallReason: string | null;
  /** Null where nothing waits, or the reader's role does not decide. */
  mine: "may_decide" | "own_request" | "decided_before" | null;
};

export type ProofView = {
  expiresAt: string;
  missing: Missing;
  /** The clocks that do not say yet that the request has expired. */
  clocks: Clock[];
  clockRanBack: boolean;
  /** Our newest request; null where a lost database may have sent it. */
  sent: { at: string; number: number } | null;
  /** When status checks did not find it after the expiry, the first one first. */
  checks: string[];
  /** Who said that it was not created, where the service does not tell its time. */
  words: { by: string; at: string; reason: string }[];
  /** The reader may be the next to say so. */
  mayAttest: boolean;
};

/** `isOurs`: it was requested here. */
export type OrderHeading = { type: string; amount: string; currency: string; isOurs: boolean };

/** One order, whole: what we hold, why we hold it, and what is being done about it. */
export type TransactionView = TransactionRow & {
  method: string | null;
  /**
   * Where another system of the merchant created it: when it was first seen here, and whether the service said when it
   * was created. Null for an order of this console.
   */
  firstSeen: { at: string; isCreationReported: boolean } | null;
  fee: string | null;
  netAmount: string | null;
  actualAmount: string | null;
  /** "Not found" is an answer, too. */
  lastAnsweredAt: string | null;
  /** The newest question, where it brought no answer. */
  lastTriedAt: string | null;
  nextPollAt: string | null;
  /** Where the outcome of our request is unknown: until when it can still be accepted, and what is not proven yet. */
  proof: ProofView | null;
  /** What waits to be resolved by a person: the newest discrepancy, and what can be found of it. */
  discrepancy: { seen: number | null; findings: Resolution[] } | null;
  /** What a person found, as long as nothing new has come since. */
  resolution: { at: string; by: string; finding: Resolution; reason: string } | null;
  /** The order in whose place this one was made, and the one made in its place. */
  replaces: string | null;
  replacedBy: string | null;
  /** A database that was lost may have sent it, until then; null where none can have. */
  possiblySentUntil: string | null;
  /** Null where another system of the merchant created the order. */
  withdrawal: {
    recipient: RecipientView;
    requestedBy: string;
    /** May be empty. */
    purpose: string;
    /** Null where the reader sees accounts and names masked: files may show them. */
    attachments: AttachmentView[] | null;
    /** The payee of the book with this account. `version`: the one that was chosen; null where the account was typed. */
    payee: { payeeId: string; version: number | null; isCurrent: boolean } | null;
    /** The batch whose row it is; null where it was requested alone. */
    batch: { batchId: string; name: string; line: number } | null;
    /** Null where the reader sees accounts and names masked. */
    digest: string | null;
    /** Null if no approval is needed. */
    approval: ApprovalView | null;
  } | null;
  /** Null where another system of the merchant created the order. */
  deposit: { payer: PayerView; requestedBy: string; digest: string | null } | null;
  /** Null if the service has not stated how to pay, and for a withdrawal. */
  instructions: InstructionsView | null;
  /** Its newest entries, and where the earlier ones begin; null where there are none. */
  timeline: TimelineEntry[];
  earlier: string | null;
  /** What our newest request came to. */
  answered: AnsweredEntry | null;
  /** All of them, newest first. */
  notes: NoteView[];
};

/** What a person wrote down for the others. */
export type NoteView = { id: string; at: string; by: string; text: string };

/** Newest first. `earlier`: where the next page begins; null where there is none. */
export type TimelinePage = { entries: TimelineEntry[]; earlier: string | null };
export type AnsweredEntry = Extract<TimelineEntry, { kind: "answered" }>;

const TIMELINE_LIMIT = 10_000;

/** From the address: from where on, and how many. */
export const timelineQuestion = namedOrder.extend({
  before: z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?[+-]\d{2}(:\d{2})?\|[0-5]\|[\w-]{1,40}$/),
  limit: z.coerce.number().int().min(1).max(TIMELINE_LIMIT),
});
export type TimelineQuestion = z.output<typeof timelineQuestion>;

/** Newest first. `exchangeId` and `deliveryId` lead to the raw text. */
export type TimelineEntry = { id: string; at: string } & (
  | { kind: "sent"; number: number; signedAt: string; nonce: string }
  | {
      kind: "answered";
      number: number;
      outcome: Outcome;
      /** Null if it was accepted, or the process ended before the response. */
      failure: Failure | null;
      exchangeId: string | null;
    }
  | {
      kind: "asked";
      found: boolean;
      status: Status | null;
      verdict: Verdict | null;
      failure: Failure | null;
      serviceTime: string | null;
      exchangeId: string;
      /** It was asked about another order, whose answer we know. */
      isControl: boolean;
    }
  | {
      kind: "reported";
      source: Source;
      status: Status;
      verdict: Verdict;
      exchangeId: string | null;
      deliveryId: string | null;
    }
  /** A person wrote it down for the others. */
  | { kind: "noted"; by: string; text: string }
  /** A person did it, or the console ended it: `withdrawal.requested`, `transaction.check_requested`, `withdrawal.expired`. */
  | { kind: "did"; by: string; action: string; detail: Record<string, unknown> }
);

/** What went over the wire, for those who want to see it. */
export type ExchangeView = {
  path: string;
  /** How much of each is shown: personal values are masked for those who may not see them. */
  requestBody: string;
  requestShown: Shown;
  sentAt: string;
  answeredAt: string | null;
  httpStatus: number | null;
  headers: Record<string, string>;
  body: string | null;
  bodyShown: Shown;
  revealable: boolean;
  serviceTime: string | null;
  /** When all of it but the times was removed, after the time that raw data is kept. */
  rawRemovedAt: string | null;
};
