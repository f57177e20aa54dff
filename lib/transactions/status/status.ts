/**
 * The status of an order as reported by the service. Reports may arrive late, twice or out of order, so `observe` is
 * total: it never throws, and keeps a contradictory report as a conflict for a user. Statuses:
 * merchant-payments-api.md, "Transaction statuses".
 */
export const STATUSES = ["SUCCESS", "PENDING", "COMPLETED", "FAILED", "CANCELLED", "RESOLVED"] as const;
export type KnownStatus = (typeof STATUSES)[number];

/** As reported. An unknown status is shown as it is, neither paid nor final. */
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

/** No further change is expected, so polling stops. */
export const isFinal = (status: Status | null) => status !== null && stageOf(status) !== "open";

/** Closed by the service's operations: not paid, unless a COMPLETED report exists. */
export const isClosedByOperations = (status: Status | null) =>
  status !== null && stageOf(status) === "closed_by_operations";

/** Final and not paid. After a closing by operations, a COMPLETED report still counts. */
export const endedUnpaid = (status: Status | null) => isFinal(status) && !isPaid(status);

export type Observation =
  | { kind: "same" }
  | { kind: "moved"; to: Status }
  | { kind: "conflict"; reported: Status }
  /** A query has to say whether it is news. */
  | { kind: "unproven" };

/** A report as compared with the status on record; null where it is not known which of them is older. */
export type Age = "older" | "newer" | null;

export function observe(held: Status | null, reported: Status, age: Age = null): Observation {
  if (held === null) return { kind: "moved", to: reported };
  if (held === reported) return { kind: "same" };

  switch (stageOf(held)) {
    case "final":
      return afterEnd(reported, age);
    case "closed_by_operations":
      // The exception in the specification: a COMPLETED report still counts.
      if (isPaid(reported)) return { kind: "moved", to: reported };
      return afterEnd(reported, age);
    case "open":
      // SUCCESS is always the first report, so it is older than the record.
      return reported === "SUCCESS" ? { kind: "same" } : { kind: "moved", to: reported };
  }
}

/**
 * SUCCESS and PENDING precede the end, so that late reports of them are not news, and another outcome is. An unknown status
 * may be either, such as returned money or progress: it is news only where it is proven to be newer than the end.
 */
function afterEnd(reported: Status, age: Age): Observation {
  if (!isKnown(reported) && age === null) return { kind: "unproven" };
  const isNews = isKnown(reported) ? isFinal(reported) : age === "newer";
  return isNews ? { kind: "conflict", reported } : { kind: "same" };
}

/** The tone of a status badge. Green is for paid only. */
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

/** Sources of a status, from weakest to strongest. */
export const SOURCES = ["unsigned_callback", "create_answer", "signed_callback", "query"] as const;
export type Source = (typeof SOURCES)[number];

/** Whether this source is at least as strong. */
export const provesAsMuch = (source: Source, held: Source | null) =>
  held === null || SOURCES.indexOf(source) >= SOURCES.indexOf(held);

/** The source of an order's end time: stated by the service, or the time at which it was recorded here. */
export const ENDED_AT_SOURCES = ["service", "learned"] as const;
export type EndedAtSource = (typeof ENDED_AT_SOURCES)[number];

/**
 * A hint only causes a status check: an unsigned callback, which anyone with the URL can forge, and a create answer
 * with a final status, as creation only means acceptance.
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
