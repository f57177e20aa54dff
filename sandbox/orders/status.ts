export const STATUSES = ["SUCCESS", "PENDING", "COMPLETED", "FAILED", "CANCELLED", "RESOLVED"] as const;
export type Status = (typeof STATUSES)[number];

const OPEN: readonly Status[] = ["PENDING", "COMPLETED", "FAILED", "CANCELLED", "RESOLVED"];

/**
 * The transitions of an order. Operations can close an order without paying it, and the specification allows a
 * COMPLETED after that.
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

/** The merchant receives a callback only for these two results. */
export const hasCallback = (status: Status): boolean => status === "COMPLETED" || status === "FAILED";
