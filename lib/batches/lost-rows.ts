import "server-only";
import { and, eq, inArray, isNotNull, isNull, ne } from "drizzle-orm";
import { batches, batchRows } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { lookUpOrder, lookUpOrders } from "@/lib/transactions/commands";
import { referenceOf } from "@/lib/transactions/submission/batch-reference";
import { idsInPlaceOf, mayMove, recordedOf } from "@/lib/transactions/submission/lost-orders";
import { reissuesOf } from "@/lib/transactions/submission/reference";
import { type Batch, type BatchRow, newestRun, ofFile } from "./access";

/** An order by which a lost database paid a row. `isSamePayee`: to the account that the row has here, as far as is known. */
export type LostRow = { referenceId: string; isSamePayee: boolean };

/** `others`: the IDs besides its own by which a lost database may have paid a row. */
export type AskedRow = Pick<BatchRow, "id" | "referenceId" | "replaces"> & { others: LostRow[] };

/** Runs of which no row becomes an order any more. */
const OVER = ["sent", "cancelled", "declined"] as const;

/**
 * The IDs by which a lost database may have paid a row of a marked batch: its reissues, the same row of runs that came to
 * nothing here, or of the next run. None where no database was lost.
 */
export async function otherIdsOf(tx: Tx, batch: Batch, row: BatchRow): Promise<LostRow[]> {
  if (batch.possiblySentUntil === null) return [];
  const runs = await tx
    .select({ referenceId: batchRows.referenceId, payeeKey: batchRows.payeeKey })
    .from(batchRows)
    .innerJoin(batches, eq(batches.id, batchRows.batchId))
    .where(
      and(
        ...[ofFile(batch), ne(batches.id, batch.id), eq(batchRows.line, row.line)],
        ...[isNotNull(batches.possiblySentUntil), inArray(batches.state, [...OVER]), isNull(batchRows.transactionRow)],
      ),
    );
  const newest = await newestRun(tx, batch);
  const next = referenceOf({ ...batch, run: (newest?.run ?? batch.run) + 1 })(row.line);
  const ids = [...reissuesOf(row.referenceId), next];
  if (row.replaces !== null) {
    const [replaced] = await tx.select().from(transactions).where(eq(transactions.id, row.replaces));
    if (replaced) ids.push(...(await idsInPlaceOf(tx, replaced)));
  }
  const same = ids.map((referenceId) => ({ referenceId, isSamePayee: true }));
  const earlier = runs.flatMap(({ referenceId, payeeKey }) => {
    const isSamePayee = payeeKey === row.payeeKey;
    return [referenceId, ...reissuesOf(referenceId)].map((one) => ({ referenceId: one, isSamePayee }));
  });
  const known = new Set([row.referenceId]);
  return [...earlier, ...same].filter(({ referenceId }) => !known.has(referenceId) && known.add(referenceId));
}

/**
 * Asks the service about these IDs. What it has is imported; the first that is paid, or may be, is taken for the row,
 * unless the service has the row under its own ID: then the lost database paid both.
 */
export async function findLostRow(
  ctx: Ctx,
  { referenceId: own, replaces, others }: AskedRow,
): Promise<LostRow | null | "no_answer"> {
  requirePermission(ctx, "transactions:check_status");
  const ids = others.map(({ referenceId }) => referenceId);
  if (!(await lookUpOrders(ctx, ids)).ok) return "no_answer";
  const recorded = await recordedOf(ctx.db, { id: replaces, environment: ctx.environment }, ids);
  const paid = recorded.find(mayMove);
  const lost = others.find(({ referenceId }) => referenceId === paid?.referenceId);
  if (!lost) return null;
  const itself = await lookUpOrder(ctx, { id: own });
  if (!itself.ok && itself.error.kind === "no_answer") return "no_answer";
  return itself.ok ? null : lost;
}
