import type { TransactionRow } from "@/lib/transactions/schema";
import { isNotCreated, isRejected, isUnknown, mayBeAtService } from "@/lib/transactions/submission/submission";

/**
 * `possiblySentUntil` is required, so that no list says of an order that it was not sent where a lost database may have sent
 * it. A registration has none: a second one moves no money.
 */
export type Evidenced = Pick<TransactionRow, "evidence" | "submission" | "updatedAt" | "possiblySentUntil"> &
  Partial<Pick<TransactionRow, "resolved">>;

/** Where the service has said no status, what became of our request is what there is to go by. */
export function evidenceOf(order: Evidenced) {
  const { evidence, submission, resolved, updatedAt, possiblySentUntil } = order;
  // What the service said is a discrepancy: what is shown of it is what a person found.
  if (resolved && !isUnknown(submission)) return { source: "resolved", at: null } as const;
  if (evidence) return evidence;
  if (isRejected(submission)) return { source: "create_answer", at: updatedAt } as const;
  if (isNotCreated(submission)) return { source: "not_found", at: updatedAt } as const;
  return { source: mayBeAtService({ submission, possiblySentUntil }) ? "none" : "not_sent", at: null } as const;
}
