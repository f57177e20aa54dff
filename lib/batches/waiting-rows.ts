import "server-only";
import { and, asc, eq, notExists } from "drizzle-orm";
import { batchRows, isWaitingRow } from "@/drizzle/schema/batches";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { unknownTwins } from "@/lib/withdrawals/unknown-twin";
import type { BatchRow } from "./access";

/** The rows of a batch that are to be paid and are no orders yet. */
export const isWaiting = (batchId: string) => and(eq(batchRows.batchId, batchId), isWaitingRow(batchRows));

/** The first of them. One whose payee and amount have an unknown outcome waits for that. */
export async function nextRow(db: Db | Tx, ctx: Ctx, batchId: string): Promise<BatchRow | null> {
  const [row] = await db
    .select()
    .from(batchRows)
    .where(and(isWaiting(batchId), notExists(unknownTwins(db, ctx, batchRows))))
    .orderBy(asc(batchRows.line))
    .limit(1);
  return row ?? null;
}

export const hasWaiting = async (tx: Tx, batchId: string) => (await tx.$count(batchRows, isWaiting(batchId))) > 0;
