import { z } from "zod";
import type { AttachmentView } from "@/lib/attachments/attachment";
import type { ShownDisagreement } from "@/lib/disagreements/disagreement";
import {
  anchorOf,
  anchorParts,
  filterText,
  line,
  noteText,
  problem,
  reasonText,
  severalOf,
  thresholdIn,
  tokyoDayText,
} from "@/lib/fields";
import type { Counted } from "@/lib/limits/rules";
import type { Anchor, Page } from "@/lib/list/page";
import type { RecipientWarning } from "@/lib/payees/recipient-warnings";
import type { Failure } from "@/lib/payments-api/failure";
import type { Shown } from "@/lib/pii/redact-json";
import type { Advice } from "@/lib/withdrawals/advice-view";
import type { Decision, RequesterProblem } from "@/lib/withdrawals/approvers";
import { RESOLUTIONS, type Resolution } from "./discrepancies/resolution";
import { FILE_FORMATS, SHEET_COLUMNS, USUAL_SHEET, ZONES } from "./list/csv-columns";
import {
  MOVING_DAYS,
  needsCurrency,
  ORDER_LISTS,
  ORDER_TYPES,
  type OrderFilter,
  SHOWN,
  SHOWN_STATES,
  SORTS,
  USUAL_CURRENCY,
  usualSort,
} from "./list/filter";
import type { Clock, Missing } from "./non-creation/rules";
import { type EndedAtSource, SOURCES, type Source, type Status } from "./status/status";
import type { DiscrepancyKind, Verdict } from "./status/status-report";
import type { HoldReason } from "./submission/hold-reasons";
import type { Outcome, Submission } from "./submission/submission";

/** A referenceId or a transactionId, as pasted. */
export const lookUp = z.object({ id: line(200) });
export type LookUp = z.output<typeof lookUp>;

export const oneExchange = z.object({ exchangeId: z.uuid() });

/** As in a URL. */
export const namedOrder = z.object({ referenceId: z.string() });

export const oneOrder = z.object({ referenceId: line(200) });

/** The order whose fee is estimated. */
export const feeAsked = z.object({
  type: z.enum(["DEPOSIT", "WITHDRAW"]),
  currency: line(8),
  amount: z.string().regex(/^\d{1,30}(\.\d{1,18})?$/),
});
export type FeeAsked = z.output<typeof feeAsked>;

/** `amount`, `at`: of the order that had this fee, and its creation time. Null if there was none. */
export type FeeEstimate = { seen: { fee: string; amount: string; at: string } | null };

/** `noteId` is created with the form, 128 random bits in hex: the same note submitted twice is one. */
export const noteInput = z.object({
  referenceId: line(200),
  noteId: z.string().regex(/^[0-9a-f]{32}$/),
  text: noteText,
});
export type NoteInput = z.output<typeof noteInput>;

/**
 * A finding about a discrepancy and its source. `seen`: the latest discrepancy on screen; `callback`: the callback there
 * that is not marked as seen.
 */
export const discrepancyResolutionInput = oneOrder.extend({
  finding: z.enum(RESOLUTIONS, { error: problem("required") }),
  reason: reasonText,
  seen: z.int().nullable(),
  callback: z.uuid().nullish(),
});
export type DiscrepancyResolutionInput = z.output<typeof discrepancyResolutionInput>;

/** How the user knows that the order was not created. */
export const attestationInput = oneOrder.extend({ reason: reasonText });
export type AttestationInput = z.output<typeof attestationInput>;

/** Why a queued order is stopped. */
export const stopInput = oneOrder.extend({ reason: reasonText });
export type StopInput = z.output<typeof stopInput>;

/** `revealable`: it may be revealed, which is audited. */
type Masked = { masked: boolean; revealable: boolean };

/** The recipient of a withdrawal, masked by role. */
export type RecipientView = Masked & {
  destination: string;
  destinationName: string;
  destinationBranchCode: string | null;
  destinationBranchName: string | null;
  destinationAccount: string;
  destinationAccountName: string;
  destinationAccountType: string | null;
  /** The passbook (記号・番号) that branch and account were converted from; null if they were typed. */
  passbook: { symbol: string; number: string } | null;
  /** Warnings that the requester accepted. */
  warnings: RecipientWarning[];
};

/** The payer of a deposit as far as known, masked by role. */
export type PayerView = Masked & Record<"payerAccountName" | "payerAccount" | "payerBankCode", string | null>;

/**
 * What the payer needs to pay. Which fields an answer has depends on the request. `address`: the payment page, http or
 * https only, which the service states in the create answer only.
 */
export const INSTRUCTION_FACTS = [
  ...(["address", "receiverAccount", "receiverName"] as const),
  ...(["receiverBank", "receiverBankCode", "receiverBankBranch"] as const),
] as const;

/** The latest payment instructions of a deposit. */
export type InstructionsView = Masked &
  Record<(typeof INSTRUCTION_FACTS)[number], string | null> & {
    at: string;
    /** A value changed since: what the player received may be wrong. */
    changed: boolean;
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
  /** The kind of discrepancy; null without one, or if it was not recorded. */
  discrepancyKind: DiscrepancyKind | null;
  /** Resolved by a user, without news since. The records stay unchanged. */
  resolved: boolean;
  /** Why it is held; null if it is not. */
  hold: HoldReason | null;
  /** Queued, and kept from submission by a freeze. */
  frozen: boolean;
  /** A lost database may have submitted it until this time; null if none can have. */
  possiblySentUntil: string | null;
  createdAt: string;
  /** The time of payment, stated by the service or else recorded here; null if it is not known to be paid. */
  paid: { at: string; source: EndedAtSource } | null;
  updatedAt: string;
};

/** An order in a list with its recipient or payer, masked by role; null if unknown. */
export type OrderRow = TransactionRow & {
  party: { name: string | null; bank: string | null; account: string | null } | null;
  requestedBy: string | null;
  /** The deadline for decisions; null if none is awaited. */
  decideBy: string | null;
};

export type OrdersAsked = OrderFilter & { anchor?: Anchor | undefined };

const movingDay = z
  .union([z.enum(MOVING_DAYS), tokyoDayText])
  .optional()
  .catch(undefined);

/** From the URL. Unknown filters and invalid values are ignored. */
export const ordersAsked = z
  .object({
    list: z.enum(ORDER_LISTS).catch("transactions"),
    show: z.string().catch("all"),
    q: filterText(200),
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
    ...{ from: movingDay, to: movingDay, paidFrom: movingDay, paidTo: movingDay },
    openOn: tokyoDayText.optional().catch(undefined),
    player: filterText(200),
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

/** The content of an export; columns as `createdAt.referenceId`. Without columns: all except the parties. */
export const ordersExported = z
  .looseObject({
    columns: z.string().catch(""),
    /** The referenceIds to export, one per line; all where it is not given. Given and empty, or too long, it is none. */
    only: z.string().max(20_000).nullable().default(null).catch(""),
    zone: z.enum(ZONES).catch("Asia/Tokyo"),
    format: z.enum(FILE_FORMATS).catch("csv"),
  })
  .transform(({ columns, only, zone, format, ...given }) => {
    const { anchor: _place, ...filter } = ordersAsked.parse(given);
    const named = SHEET_COLUMNS.filter((column) => columns.split(".").includes(column));
    const chosen = only?.split("\n").filter(Boolean) ?? null;
    return { filter, only: chosen, zone, format, columns: named.length > 0 ? named : USUAL_SHEET };
  });
export type OrdersExported = z.output<typeof ordersExported>;

/** `toDo`: orders that wait for users, by view, independent of the filter. */
export type OrderPage = Page<OrderRow> & { toDo: { action: number; mine: number } };

/** `since`: the oldest order on record. */
export type OrderFigures = { since: string | null; count: number };

/** Totals of a filter. Amounts of different currencies are not added. `isMore`: there are more than were counted. */
export type OrderTotals = {
  count: number;
  isMore: boolean;
  sums: { type: string; currency: string; count: number; amount: string; fee: string | null }[];
  /** Counts by state; null if there are too many to count. */
  states: Record<string, number> | null;
  evidence: Record<string, number> | null;
};

/** Why an order needs action, most urgent first. */
export const ATTENTION_KINDS = ["unknown", "contradictory", "held", "notCreated"] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/**
 * An order that needs action. With an unknown outcome: until when it can be accepted, or that it waits for
 * confirmations that it was not created.
 */
export type AttentionRow = TransactionRow & {
  kind: AttentionKind;
  /** The recipient or payer, masked by role. */
  partyName: string | null;
  expiresAt: string | null;
  nextPollAt: string | null;
  awaitsAttestation: boolean;
};

/**
 * The most urgent orders of each kind; the counts cover all. `silent`: orders that have been open for too long, oldest
 * first; they are still polled.
 */
export type AttentionView = {
  count: number;
  counts: Record<AttentionKind, number>;
  rows: AttentionRow[];
  silent: SilentOrders;
};

/** The oldest of them, and the number of all. */
export type SilentOrders = { count: number; rows: TransactionRow[] };

/** Facts about the requester for approvers: not permitted any more, new, or who else may have requested it. */
export type RequesterView = {
  problem: RequesterProblem | null;
  /** Their first request, or an account younger than seven days at the request. */
  isFirstRequest: boolean;
  isNewAccount: boolean;
  /**
   * The people who were shown the secret of this key, or the keys of this environment that this person knows
   * and that may request, by name. Null where the reader does not decide about payouts.
   */
  shares: { kind: "holders" | "keys"; names: string[] } | null;
};

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

/** The request that this one corrects, and how it ended. */
export type CorrectionView = {
  referenceId: string;
  submission: Submission | null;
  status: string | null;
  refused: { by: string; decision: Decision; reason: string | null }[];
  differences: Difference[];
};

/** `own_key`: the reader was shown the secret of the key that requested it. */
export type DecisionOfMine = "may_decide" | "own_request" | "own_key" | "decided_before" | null;

/** What other people decided about a withdrawal, and what the reader may do now. */
export type ApprovalView = {
  needed: number;
  expiresAt: string;
  /** `counts`: it covers these terms, and the approver is active and permitted. */
  given: { by: string; at: string; decision: Decision; reason: string | null; counts: boolean }[];
  requester: RequesterView;
  /** The sum that decided the approvals needed, and its basis. */
  counted: Counted;
  /** Until when the payee counted as new at the request, which requires two approvals. */
  newPayeeUntil: string | null;
  /** Warnings from our record; empty if nothing waits, or if the reader sees masked accounts. */
  advice: Advice[];
  /** The changes against an earlier request; null without one, or if the reader sees masked accounts. */
  correction: CorrectionView | null;
  /** The reason for a request beyond the balance. */
  shortfallReason: string | null;
  /** Null if nothing waits or the reader's role does not decide. */
  mine: DecisionOfMine;
  /** The reader requested what waits, and their role may still request. */
  mayTakeBack: boolean;
};

export type ProofView = {
  expiresAt: string;
  missing: Missing;
  /** The clocks that do not confirm the expiry yet. */
  clocks: Clock[];
  clockRanBack: boolean;
  /** Our latest request; null if a lost database may have sent it. */
  sent: { at: string; number: number } | null;
  /** Status checks after the expiry that found nothing, oldest first. */
  checks: string[];
  /** Confirmations that it was not created, if the service does not state its time; one counts while its author may give it. */
  words: { by: string; at: string; reason: string; isCounted: boolean }[];
  /** Whether the reader may confirm. */
  mayAttest: boolean;
};

/** What a report says that cannot be true beside the record. `fields`: where it differs; empty where its status does. */
export type Claim = { source: Source; status: Status; at: string; fields: ShownDisagreement[] };

/** One order with its evidence and its current state. */
export type TransactionView = TransactionRow & {
  method: string | null;
  /**
   * For an order of another system: when it was first recorded here, and whether the service stated its creation time.
   * Null for orders of this console.
   */
  firstSeen: { at: string; isCreationReported: boolean } | null;
  fee: string | null;
  netAmount: string | null;
  actualAmount: string | null;
  /** "Not found" is an answer, too. */
  lastAnsweredAt: string | null;
  /** The latest check, if it got no answer. */
  lastTriedAt: string | null;
  nextPollAt: string | null;
  /** With an unknown outcome: until when the request can be accepted, and what is not proven yet. */
  proof: ProofView | null;
  /**
   * The latest open discrepancy, its possible findings and what was reported. `callback`: the delivery of its callback that
   * is not marked as seen. An answer of an older instance has neither of these two.
   */
  discrepancy:
    | ({ seen: number | null; findings: Resolution[] } & Partial<{ claims: Claim[]; callback: string | null }>)
    | null;
  /** The finding, while there is no news. */
  resolution: { at: string; by: string; finding: Resolution; reason: string } | null;
  replaces: string | null;
  replacedBy: string | null;
  /** Each order of the chain that replaces it ended without a movement of money. */
  isReplacedInVain: boolean;
  /** Null where another system of the merchant created the order. */
  withdrawal: {
    recipient: RecipientView;
    requestedBy: string;
    /** May be empty. */
    purpose: string;
    /** Null if the reader sees masked accounts, as files may show them. */
    attachments: AttachmentView[] | null;
    /** The saved payee with this account. `version`: the chosen one; null if the account was typed. */
    payee: { payeeId: string; version: number | null; isCurrent: boolean } | null;
    /** The batch of the order; null if it was requested alone. */
    batch: { batchId: string; name: string; line: number } | null;
    /** Null where the reader sees accounts and names masked. */
    digest: string | null;
    /** Null if no approval is needed. */
    approval: ApprovalView | null;
  } | null;
  /** Null where another system of the merchant created the order. */
  deposit: {
    payer: PayerView;
    requestedBy: string;
    digest: string | null;
    /** It was not created, and a user is done with it. */
    dismissed: boolean;
  } | null;
  /**
   * The freeze that keeps it from submission; null if none does. `user`: null if it covers the environment. `isHolder`: this
   * user knows the secret of the key that requested it.
   */
  freeze: { user: string | null; isHolder: boolean } | null;
  /** Null if the service has not stated how to pay, and for a withdrawal. */
  instructions: InstructionsView | null;
  /** The latest entries, and the cursor of earlier ones. */
  timeline: TimelineEntry[];
  earlier: string | null;
  /** The outcome of our latest request. */
  answered: AnsweredEntry | null;
  /** All of them, newest first. */
  notes: NoteView[];
  readerId: string;
};

/** A user's note for others. */
export type NoteView = { id: string; at: string; by: string; text: string };

/** Newest first. `earlier`: where the next page begins; null where there is none. */
export type TimelinePage = { entries: TimelineEntry[]; earlier: string | null };
export type AnsweredEntry = Extract<TimelineEntry, { kind: "answered" }>;

const TIMELINE_LIMIT = 10_000;

/** From the URL: cursor and page size. */
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
      /** Null if it was accepted, or if the process ended before the answer. */
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
      /** A control query, about another order with a known answer. */
      isControl: boolean;
      /** A request that was sent could still be accepted: “not found” proves nothing. */
      isEarly: boolean;
      /** What it states otherwise than the record. */
      fields?: ShownDisagreement[];
    }
  | {
      kind: "reported";
      source: Source;
      status: Status;
      verdict: Verdict;
      exchangeId: string | null;
      deliveryId: string | null;
      fields?: ShownDisagreement[];
    }
  | { kind: "noted"; by: string; text: string }
  /**
   * An action of a user or of the console: `withdrawal.requested`, `transaction.check_requested`, `withdrawal.expired`.
   */
  | { kind: "did"; byKind: string; by: string; action: string; detail: Record<string, unknown> }
);

/** A stored exchange. */
export type ExchangeView = {
  path: string;
  /** Personal values are masked by role. */
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
  /** When the raw data was removed after its retention time; the times stay. */
  rawRemovedAt: string | null;
};
