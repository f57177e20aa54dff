/** "must be within 5 minutes of server time". */
export const TOLERANCE_S = 300;

export const NO_ORDER = "Transaction not found";

export const FINAL_STATUSES = ["COMPLETED", "FAILED", "PENDING", "CANCELLED", "RESOLVED"] as const;
export type FinalStatus = (typeof FINAL_STATUSES)[number];

/** A word that the specification lacks: the bank has returned the money. */
export const RETURNED = "REVERSED";
