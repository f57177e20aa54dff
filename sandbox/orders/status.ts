export const STATUSES = ["SUCCESS", "PENDING", "COMPLETED", "FAILED", "CANCELLED", "RESOLVED"] as const;
export type Status = (typeof STATUSES)[number];

const AFTER_SUCCESS: readonly Status[] = ["PENDING", "COMPLETED", "FAILED", "CANCELLED", "RESOLVED"];

/**
 * The transitions of an order. Operations can close an order without paying it, and the specification allows a
 * COMPLETED after that.
 */
const NEXT: Record<Status, readonly Status[]> = {
  SUCCESS: AFTER_SUCCESS,
  PENDING: AFTER_SUCCESS.filter((status) => status !== "PENDING"),
  CANCELLED: ["COMPLETED"],
  RESOLVED: ["COMPLETED"],
  COMPLETED: [],
  FAILED: [],
};

export const mayBecome = (from: Status, to: Status): boolean => NEXT[from].includes(to);

/** Of orders in progress: a withdrawal's money is held. */
export const OPEN_STATUSES: readonly Status[] = ["SUCCESS", "PENDING"];
export const isOpen = (status: Status): boolean => OPEN_STATUSES.includes(status);

/** The merchant receives a callback only for these two results. */
export const hasCallback = (status: Status): boolean => status === "COMPLETED" || status === "FAILED";
