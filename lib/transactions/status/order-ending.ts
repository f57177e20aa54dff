import "server-only";
import type { Order } from "@/drizzle/schema/transactions";
import type { Db, Tx } from "@/lib/db/connection";
import { recordedResolution } from "@/lib/transactions/discrepancies/resolve";
import type { Ending } from "@/lib/transactions/submission/correctable";

/** How an order ended, with the finding about its discrepancies. */
export async function endingOf(db: Db | Tx, order: Order): Promise<Ending> {
  const { submission, status, discrepancyAt, discrepancyKind, resolvedAt } = order;
  const finding = resolvedAt === null ? null : await recordedResolution(db, order.id);
  return {
    submission,
    status,
    conflict: discrepancyAt !== null,
    discrepancyKind,
    resolved: resolvedAt !== null,
    finding,
  };
}
