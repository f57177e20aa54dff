/** A run is shown with figures once it is done; until then with its progress alone. */
export const RUN_STATES = ["importing", "matching", "done", "cancelled", "failed"] as const;
export type RunState = (typeof RUN_STATES)[number];
export const isRunning = (state: RunState) => state === "importing" || state === "matching";

/** Why a run could not be finished. Its file can be corrected and uploaded as the next run. */
export const RUN_FAILURES = ["not_text", "spreadsheet", "empty", "unreadable", "header_differs", "too_large"] as const;
export type RunFailure = (typeof RUN_FAILURES)[number];

/** `superseded`: the run that it rested on was replaced by one of a better file, in which it is not. */
export const EXCEPTION_STATES = ["open", "matched", "closed", "superseded"] as const;
export type ExceptionState = (typeof EXCEPTION_STATES)[number];

/** What a person found out. */
export const REASONS = [
  "import_stopped",
  "fee_deducted",
  "booked_twice",
  "wrong_amount",
  "wrong_reference",
  "other_system",
  "test_order",
  "refund",
  "service_pending",
  "other",
] as const;
export type Reason = (typeof REASONS)[number];

/** How far people have come with an exception, as it is shown. */
export const DECISIONS = ["open", "in_work", "explained", "matched", "closed", "superseded"] as const;
export type Decision = (typeof DECISIONS)[number];

type Worked = { state: ExceptionState; owner: string | null; reason: string | null };

export function decisionOf({ state, owner, reason }: Worked): Decision {
  if (state !== "open") return state;
  if (reason !== null) return "explained";
  return owner === null ? "open" : "in_work";
}

/**
 * What a row says besides its class. `ambiguous`: several rows or orders share its keys, so it was not matched.
 * `booked_before`: another ledger has booked its order at another time, so the money is counted twice.
 * `booked_elsewhere`: the ledger of another day has booked it, before it was completed; the ledger's amount is from there.
 */
export const ROW_MARKS = ["ambiguous", "booked_before", "booked_elsewhere", "by_rule", "currency", "type"] as const;
export type RowMark = (typeof ROW_MARKS)[number];

/** So long before the end of a period a completed order may appear in the ledger's next file. */
export const CUTOFF_MINUTES = 60;

/** The parts of the address of a run's rows; the row that is open beside them is another. */
export const ROWS_ADDRESS = ["class", "q", "owner", "decision", "after", "before"] as const;
export const ROW_OPENED = "row";
