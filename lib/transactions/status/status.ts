/**
 * The life of one order, as the payments service reports it.
 *
 * We do not drive these states, we observe them: a report can arrive late, twice or out of order.
 * So `observe` is total. It never throws; a report that contradicts what we hold is kept as a conflict for a person.
 * Statuses: merchant-payments-api.md, "Transaction statuses".
 */
export const STATUSES = ["SUCCESS", "PENDING", "COMPLETED", "FAILED", "CANCELLED", "RESOLVED"] as const;
export type KnownStatus = (typeof STATUSES)[number];

/** As reported. The service may say something new any day; then we show its word, neither paid nor final. */
export type Status = string;

export const isKnown = (status: Status): status is KnownStatus => STATUSES.some((known) => known === status);

/** SUCCESS means "accepted". Only COMPLETED means that money moved. */
export const isPaid = (status: Status | null) => status === "COMPLETED";

type Stage = "open" | "closed_by_operations" | "final";

const STAGE: Record<KnownStatus, Stage> = {
  SUCCESS: "open",
  PENDING: "open",
  CANCELLED: "closed_by_operations",
  RESOLVED: "closed_by_operations",
  COMPLETED: "final",
  FAILED: "final",
};

const stageOf = (status: Status): Stage => (isKnown(status) ? STAGE[status] : "open");

/** Nothing more is expected, so we stop asking. */
export const isFinal = (status: Status | null) => status !== null && stageOf(status) !== "open";

/** Closed by the service's operations: not paid, unless a COMPLETED report is on record too. */
export const isClosedByOperations = (status: Status | null) =>
  status !== null && stageOf(status) === "closed_by_operations";

/** Final, and not paid. Where operations closed it, a COMPLETED report still counts. */
export const endedUnpaid = (status: Status | null) => isFinal(status) && !isPaid(status);

export type Observation = { kind: "same" } | { kind: "moved"; to: Status } | { kind: "conflict"; reported: Status };

export function observe(held: Status | null, reported: Status): Observation {
  if (held === null) return { kind: "moved", to: reported };
  if (held === reported) return { kind: "same" };

  switch (stageOf(held)) {
    case "final":
      // A late echo of an earlier stage says nothing new; another outcome does.
      return isFinal(reported) ? { kind: "conflict", reported } : { kind: "same" };
    case "closed_by_operations":
      // The specification leaves one case open: a COMPLETED report still counts.
      if (isPaid(reported)) return { kind: "moved", to: reported };
      return isFinal(reported) ? { kind: "conflict", reported } : { kind: "same" };
    case "open":
      // SUCCESS is the first thing ever said of an order, so it is always older than what we hold.
      return reported === "SUCCESS" ? { kind: "same" } : { kind: "moved", to: reported };
  }
}

/** What a status may be called and how loud it is. Green is for paid and nothing else. */
export type Tone = "neutral" | "paid" | "failed" | "watch";

export function toneOf(status: Status): Tone {
  if (isPaid(status)) return "paid";
  switch (stageOf(status)) {
    case "final":
      return "failed";
    case "closed_by_operations":
      return "watch";
    case "open":
      return "neutral";
  }
}

/** How we came to know a status, from weakest to strongest. */
export const SOURCES = ["unsigned_callback", "create_answer", "signed_callback", "query"] as const;
export type Source = (typeof SOURCES)[number];

/** Is this at least as good a reason to say the same thing? */
export const provesAsMuch = (source: Source, held: Source | null) =>
  held === null || SOURCES.indexOf(source) >= SOURCES.indexOf(held);

/**
 * A hint causes a status check and decides nothing: an unsigned callback, which anyone who learns its URL can forge,
 * and a create response that claims to be final, as creation only means acceptance.
 */
export function isHint(source: Source, status: Status): boolean {
  switch (source) {
    case "unsigned_callback":
      return true;
    case "create_answer":
      return isFinal(status);
    case "signed_callback":
    case "query":
      return false;
  }
}
