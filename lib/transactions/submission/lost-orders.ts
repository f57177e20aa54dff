import "server-only";
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { batchRows } from "@/drizzle/schema/batches";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { recordDiscrepancy } from "@/lib/transactions/discrepancies/record";
import { scheduleNextPoll } from "@/lib/transactions/polling/schedule";
import { endedUnpaid, isClosedByOperations } from "@/lib/transactions/status/status";
import { referenceOf } from "./batch-reference";
import { reissuesOf } from "./reference";
import { hasNotLeft, isPossiblySent } from "./submission";

/** An order in whose place a lost database may have sent another. */
export type Replaceable = Pick<Order, "id" | "environment" | "referenceId">;

/**
 * The IDs that a lost database would have given to what it sent in the place of an order: of its reissues, and of rows of
 * later runs of its batch. The random ID of a correction cannot be known.
 */
export async function idsInPlaceOf(db: Db | Tx, order: Replaceable): Promise<string[]> {
  return [...reissuesOf(order.referenceId), ...(await rowsInPlaceOf(db, order))];
}

type Run = { fileSha256: string; line: number; newest: number; unsent: string[] };

/** Rows that retry it here and are no orders, and the row of a run that only the lost database had. */
async function rowsInPlaceOf(db: Db | Tx, { id, environment }: Replaceable): Promise<string[]> {
  const found = await db.execute<Run>(sql`
    select own.file_sha256 as "fileSha256", mine.line,
      (select max(run) from batches
        where environment = own.environment and file_sha256 = own.file_sha256) as newest,
      array(select reference_id from batch_rows where replaces = ${id} and transaction_row is null) as unsent
    from batch_rows mine join batches own on own.id = mine.batch_id
    where mine.transaction_row = ${id}`);
  return found.rows.flatMap(({ fileSha256, line, newest, unsent }) => [
    ...unsent,
    referenceOf({ environment, fileSha256, run: newest + 1 })(line),
  ]);
}

/**
 * Those of these IDs whose orders are on record, were not created here and are still free, in this order. What has taken the
 * place of another order, or what a row has taken for its own that does not retry this one, was paid for that. `id`: of the
 * order; null for a row that retries none.
 */
export async function recordedOf(
  db: Db | Tx,
  { id, environment }: Pick<Order, "environment"> & { id: string | null },
  ids: string[],
): Promise<Order[]> {
  const named = and(eq(transactions.environment, environment), inArray(transactions.referenceId, ids));
  const isThisOne = (replaced: PgColumn) => (id === null ? undefined : eq(replaced, id));
  const isInNoPlace = or(isNull(transactions.replaces), isThisOne(transactions.replaces));
  const isInNoRow = or(isNull(batchRows.id), isThisOne(batchRows.replaces));
  const found = await db
    .select({ order: transactions })
    .from(transactions)
    .leftJoin(batchRows, eq(batchRows.transactionRow, transactions.id))
    .where(and(named, isNull(transactions.submission), isInNoPlace, isInNoRow));
  return found
    .map(({ order }) => order)
    .toSorted((one, next) => ids.indexOf(one.referenceId) - ids.indexOf(next.referenceId));
}

/** It moved money, or may: what operations closed may still be paid. */
export const mayMove = ({ status, discrepancyAt }: Pick<Order, "status" | "discrepancyAt">): boolean =>
  !endedUnpaid(status) || isClosedByOperations(status) || discrepancyAt !== null;

/**
 * What a lost database sent in the place of an order, where it is on record and moved money, or may, takes its place here,
 * too: nothing of the order is sent any more. The caller has locked the order, and nothing replaces it. Null where there is
 * none.
 */
export async function linkInPlaceOf(tx: Tx, ctx: Ctx, order: Order): Promise<Order | null> {
  const found = await recordedOf(tx, order, await idsInPlaceOf(tx, order));
  // Of several the newest. One that failed has paid nothing: where there is no other, the order may still be paid.
  const newest = found.findLast(mayMove);
  if (!newest) return null;
  const at = ctx.now();
  const isFree = and(eq(transactions.id, newest.id), isNull(transactions.replaces));
  await tx.update(transactions).set({ replaces: order.id, updatedAt: at }).where(isFree);
  const stopped = hasNotLeft(order.submission) ? { submission: "stopped" as const } : {};
  await tx
    .update(transactions)
    .set({ ...stopped, updatedAt: at })
    .where(eq(transactions.id, order.id));
  await scheduleNextPoll(tx, ctx, order.id, "in_a_while");
  const detail = { by: newest.referenceId, ...stopped };
  await record(tx, ctx, { action: "submission.replaced_elsewhere", subject: order.referenceId, detail });
  // What awaited a decision here was paid without it.
  if (isPossiblySent(order)) {
    await recordDiscrepancy(tx, ctx, order, [{ kind: "double", said: `${newest.referenceId} turned up` }]);
  }
  return newest;
}
