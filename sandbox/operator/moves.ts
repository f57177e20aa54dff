import type { Status } from "../orders/status";

/** What an operator can do to an order, and what becomes of it. */
export const MOVES: Record<string, Status> = {
  pend: "PENDING",
  complete: "COMPLETED",
  fail: "FAILED",
  cancel: "CANCELLED",
  resolve: "RESOLVED",
};
