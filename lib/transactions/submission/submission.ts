import type { Failure } from "@/lib/payments-api/failure";

/**
 * The state of our create request, not of the order: an accepted order is not paid, and orders of other systems have
 * none.
 */
export const SUBMISSIONS = [
  "awaiting_approval",
  "declined",
  "sent_back",
  "withdrawn",
  "expired",
  "queued",
  "submitting",
  "accepted",
  "rejected",
  "unknown",
  "not_created",
  "stopped",
] as const;
export type Submission = (typeof SUBMISSIONS)[number];

/** How one attempt ended. */
export const OUTCOMES = ["accepted", "rejected", "not_sent", "unknown"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * Both are new in each request. If the service reports one as repeated, something on the way may have duplicated our
 * request, and the first copy may have created the order.
 */
const saysRepeated = (field: string) => /^\s*(referenceId|nonce)\b/i.test(field);

/** The outcome of an attempt from the answer to its create call; `null` is a readable 200. */
export function outcomeOf(failure: Failure | null): Outcome {
  if (failure === null) return "accepted";
  switch (failure.kind) {
    case "refused":
      return failure.fields.some(saysRepeated) ? "unknown" : "rejected";
    case "not_sent":
      return "not_sent";
    case "unknown":
      return "unknown";
  }
}

/**
 * The submission state after an attempt. An answer outranks an assumption: a paused process may bring the true answer
 * after recovery gave the attempt up. Nothing outranks `accepted`.
 */
export function afterAttempt(held: Submission, outcome: Outcome): Submission {
  if (held === "accepted") return "accepted";
  switch (outcome) {
    case "accepted":
      return "accepted";
    case "rejected":
      return held === "submitting" || held === "unknown" ? "rejected" : held;
    case "unknown":
      return held === "submitting" ? "unknown" : held;
    case "not_sent":
      // Safe to retry automatically, unless the attempt was marked as unknown meanwhile.
      return held === "submitting" ? "queued" : held;
  }
}

/** Nothing was sent, so a retry is safe; the delay grows because the cause often lasts for a while. */
export const resendGapMs = (attempt: number) => Math.min(2_000 * 2 ** (attempt - 1), 120_000);

/** The service has the order, independent of our request's outcome. */
export const afterFound = (held: Submission | null): Submission | null => (held === null ? null : "accepted");

/** Must not be sent again: we do not know whether the service has it. */
export const isUnknown = (submission: Submission | null) => submission === "unknown";

/** Waiting to be submitted; no request has left, so it can be stopped. */
export const isQueued = (submission: Submission | null) => submission === "queued";

/** May have been submitted by a database that was lost after its last backup. */
export const wouldBeSent = (submission: Submission | null) =>
  hasNotLeft(submission) || isUnderway(submission) || isUnknown(submission) || isReissuable(submission);

/** Not submitted completely yet. */
export const isUnderway = (submission: Submission | null) => submission === "queued" || submission === "submitting";

/** Rejected by the service: nothing was created, and a correction is possible. */
export const isRejected = (submission: Submission | null) => submission === "rejected";

/** Not found, and can no longer be accepted. It stays polled permanently. */
export const isNotCreated = (submission: Submission | null) => submission === "not_created";

/** A user may reissue it under a new id. */
export const isReissuable = (submission: Submission | null) => isRejected(submission) || isNotCreated(submission);

/** Waits for approvals before submission. */
export const isAwaitingApproval = (submission: Submission | null) => submission === "awaiting_approval";

/** `stopped`: by a user while queued, or because the order that it replaces was found. */
const ENDED_HERE = ["declined", "sent_back", "withdrawn", "expired", "stopped"] as const satisfies Submission[];
export type EndedHere = (typeof ENDED_HERE)[number];

/** Ended before submission. */
export const endedHere = (submission: Submission | null): submission is EndedHere =>
  ENDED_HERE.some((ended) => ended === submission);

/** Nothing was created and nothing will be: ended here, rejected, or no longer acceptable. */
export const CAME_TO_NOTHING = SUBMISSIONS.filter((submission) => isReissuable(submission) || endedHere(submission));

/** A request for it left or may have left. */
export const MAY_HAVE_LEFT = ["submitting", "accepted", "unknown"] as const satisfies Submission[];

/** Waiting for submission, and can still be stopped. */
export const hasNotLeft = (submission: Submission | null) => submission === "queued" || isAwaitingApproval(submission);

/** No request has left this database. */
export const NEVER_LEFT = ["awaiting_approval", "queued", ...ENDED_HERE] as const satisfies Submission[];

/** Whether a request for it may have left this database, or another system created it. */
export const mayExist = (submission: Submission | null) => !NEVER_LEFT.some((unsent) => unsent === submission);

/** `possiblySentUntil`: until then, a database that was lost may have sent it; null if none can have. */
type Marked = { submission: Submission | null; possiblySentUntil: Date | string | null };

/** It never left this database, and it is not disproved yet that a lost one sent it. */
export const isPossiblySent = ({ submission, possiblySentUntil }: Marked) =>
  possiblySentUntil !== null && !mayExist(submission);

/** Whether the service may have this order, whichever database sent it. */
export const mayBeAtService = (order: Marked) => mayExist(order.submission) || isPossiblySent(order);

/** The service may have it, and has not said so. */
export const isDoubtful = (order: Marked) => isUnknown(order.submission) || isPossiblySent(order);

/** It was marked after it was created: by a change of the database that was noticed, or else by a callback. */
export const isMarkedSince = (order: Marked & { possiblySentUntil: Date | null; createdAt: Date }) =>
  isDoubtful(order) && order.possiblySentUntil !== null && order.possiblySentUntil > order.createdAt;

/** Not known to the service, according to our record. If the service names it after all, a user must be alerted. */
export const isNotToExist = (submission: Submission | null) =>
  isNotCreated(submission) || isRejected(submission) || !mayExist(submission);

/** Refused by the service or by an approver. */
export const isRefused = (submission: Submission | null) => isRejected(submission) || submission === "declined";

/** Nothing was created, and the payment was not declined: it may be corrected. */
export const isCorrectable = (submission: Submission | null) =>
  isRejected(submission) || submission === "sent_back" || submission === "withdrawn" || submission === "expired";

/** Whether it is polled: until it is final; a lost one permanently. */
export const isWatched = (submission: Submission | null) =>
  submission === null || submission === "accepted" || isUnknown(submission) || isNotCreated(submission);
