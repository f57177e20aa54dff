import type { Failure } from "@/lib/payments-api/failure";

/**
 * Did our create call get through? This is about our request, not about the order: an accepted order
 * is not paid, and an order of another system has no submission.
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
 * Both are new for every request of ours. Where one is refused, something between us and the service may have sent our
 * request twice, and this is the answer to the second copy: the first may have made the order.
 */
const saysRepeated = (field: string) => /^\s*(referenceId|nonce)\b/i.test(field);

/** The answer to a create call, read as the outcome of its attempt; `null` is a readable 200. */
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
 * Where a submission goes when an attempt has ended. An answer in hand outranks our own guess: a process that was
 * paused may bring the true answer after the sweep gave the attempt up. Nothing outranks `accepted`.
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

/** The service has the order, independent of our request's outcome. */
export const afterFound = (held: Submission | null): Submission | null => (held === null ? null : "accepted");

/** Must not be sent again: we do not know whether the service has it. */
export const isUnknown = (submission: Submission | null) => submission === "unknown";

/** It is to be sent, and no request for it is on its way: it can still be stopped. */
export const isQueued = (submission: Submission | null) => submission === "queued";

/**
 * A lost database may have sent it after its last backup, itself or another in its place; all else was at an end here, or
 * had been accepted.
 */
export const wouldBeSent = (submission: Submission | null) =>
  hasNotLeft(submission) || isUnderway(submission) || isUnknown(submission) || isReissuable(submission);

/** The request is still on its way out of our hands. */
export const isUnderway = (submission: Submission | null) => submission === "queued" || submission === "submitting";

/** The service refused it cleanly: nothing was created, and a corrected one may be made. */
export const isRejected = (submission: Submission | null) => submission === "rejected";

/** It can no longer be accepted, and was not found. It stays polled permanently all the same. */
export const isNotCreated = (submission: Submission | null) => submission === "not_created";

/** A person who has seen what happened may send it again, under a new id. */
export const isReissuable = (submission: Submission | null) => isRejected(submission) || isNotCreated(submission);

/** Other people have to agree before it may leave. */
export const isAwaitingApproval = (submission: Submission | null) => submission === "awaiting_approval";

/** `stopped`: by a person while it was queued, or because the order that it was to replace turned up after all. */
const ENDED_HERE = ["declined", "sent_back", "withdrawn", "expired", "stopped"] as const satisfies Submission[];
export type EndedHere = (typeof ENDED_HERE)[number];

/** It ended here, among ourselves, before anything left. */
export const endedHere = (submission: Submission | null): submission is EndedHere =>
  ENDED_HERE.some((ended) => ended === submission);

/** Nothing left and nothing will: it ended here, was refused, or can no longer be accepted. */
export const CAME_TO_NOTHING = SUBMISSIONS.filter((submission) => isReissuable(submission) || endedHere(submission));

/** A request for it left, or may have. */
export const MAY_HAVE_LEFT = ["submitting", "accepted", "unknown"] as const satisfies Submission[];

/** It is meant to be sent, and can still be stopped. */
export const hasNotLeft = (submission: Submission | null) => submission === "queued" || isAwaitingApproval(submission);

const NEVER_LEFT: readonly (Submission | null)[] = ["awaiting_approval", "queued", ...ENDED_HERE];

/** May the service know this order? All but those that have never left may be asked about. */
export const mayExist = (submission: Submission | null) => !NEVER_LEFT.includes(submission);

/** As far as we know the service has no such order. If it names one after all, a person has to hear of it. */
export const isNotToExist = (submission: Submission | null) =>
  isNotCreated(submission) || isRejected(submission) || !mayExist(submission);

/** Refused by the service or by an approver. */
export const isRefused = (submission: Submission | null) => isRejected(submission) || submission === "declined";

/** Nothing was created, and the payment itself was not declined: it may be corrected. */
export const isCorrectable = (submission: Submission | null) =>
  isRejected(submission) || submission === "sent_back" || submission === "withdrawn" || submission === "expired";

/** Is it polled? Until it is final; a lost one permanently. */
export const isWatched = (submission: Submission | null) =>
  submission === null || submission === "accepted" || isUnknown(submission) || isNotCreated(submission);
