/** What a batch is doing. `sent`: each of its rows has become an order, which goes its own way. */
export const BATCH_STATES = [
  "draft",
  "awaiting_approval",
  "sending",
  "paused",
  "sent",
  "cancelled",
  "declined",
  "discarded",
] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** Why the sender stopped. A person resumes. */
export const PAUSE_REASONS = [
  "user",
  "access_refused",
  "balance",
  "unknown_in_a_row",
  "discrepancy",
  "held",
  "altered",
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Rows can be changed, and nothing has been asked for. */
export const isDraft = (state: BatchState) => state === "draft";
export const isAwaiting = (state: BatchState) => state === "awaiting_approval";
export const isSending = (state: BatchState) => state === "sending";
export const isPaused = (state: BatchState) => state === "paused";
export const isDeclined = (state: BatchState) => state === "declined";

/** No row of it will leave any more: the list may be paid again, and failed rows retried. */
export const isOver = (state: BatchState) => state === "sent" || state === "cancelled" || state === "declined";

/** Rows of it may still become orders, so that they count in sums and as repeats. */
export const PENDING_STATES = ["awaiting_approval", "sending", "paused"] as const satisfies BatchState[];

/** So many rows of a batch are on their way together: a batch that goes wrong has no more than these in doubt. */
export const IN_FLIGHT_MAX = 3;

/** So many unknown outcomes, one after another, stop a batch. */
export const UNKNOWN_IN_A_ROW = 3;

/** The views of the list, and the parts of its address in their order. */
export const BATCH_SHOWS = ["all", "needs", "mine"] as const;
export const BATCHES_ADDRESS = ["show", "q", "state", "after", "before"] as const;
