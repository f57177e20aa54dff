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

/** Rows of it may still become orders, so that they count in sums and as repeats. */
export const PENDING_STATES = ["awaiting_approval", "sending", "paused"] as const satisfies BatchState[];

/** So many unknown outcomes, one after another, stop a batch. */
export const UNKNOWN_IN_A_ROW = 3;
