import "server-only";
import { eq } from "drizzle-orm";
import { batches, batchRows } from "@/drizzle/schema/batches";
import type { Db } from "@/lib/db/connection";

/** The batch whose row an order is, and the line of its file; null where it was requested alone. */
export async function batchOfOrder(db: Db, transactionRow: string) {
  const [found] = await db
    .select({ batchId: batches.id, name: batches.name, line: batchRows.line })
    .from(batchRows)
    .innerJoin(batches, eq(batches.id, batchRows.batchId))
    .where(eq(batchRows.transactionRow, transactionRow));
  return found ?? null;
}
