export const STATUSES = ["SUCCESS", "PENDING", "COMPLETED", "FAILED", "CANCELLED", "RESOLVED"] as const;
export type Status = (typeof STATUSES)[number];

const OPEN: readonly Status[] = ["PENDING", "COMPLETED", "FAILED", "CANCELLED", "RESOLVED"];

/**
 * Where an order may go. Operations can close an order without paying it, and
 * the specification leaves the door open for a COMPLETED after that.
 */
const NEXT: Record<Status, readonly Status[]> = {
  SUCCESS: OPEN,
  PENDING: OPEN.filter((status) => status !== "PENDING"),
  CANCELLED: ["COMPLETED"],
  RESOLVED: ["COMPLETED"],
  COMPLETED: [],
  FAILED: [],
};

export const mayBecome = (from: Status, to: Status): boolean => NEXT[from].includes(to);

/** An order in progress: a withdrawal's money is held. */
export const isOpen = (status: Status): boolean => status === "SUCCESS" || status === "PENDING";

/** The two results that the merchant is told by a callback. */
export const isTold = (status: Status): boolean => status === "COMPLETED" || status === "FAILED";
