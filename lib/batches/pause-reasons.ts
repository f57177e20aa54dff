import "server-only";
import { and, count, desc, eq, gt, gte, isNotNull, isNull, sql, sum } from "drizzle-orm";
import { batchRows } from "@/drizzle/schema/batches";
import { attempts, exchanges } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { addAmounts, compareAmounts, timesAmount } from "@/lib/money/amount";
import type { Failure } from "@/lib/payments-api/failure";
import { freshBalance, isTaken } from "@/lib/withdrawals/shortfall";
import type { Batch } from "./access";
import { IN_FLIGHT_MAX, type PauseReason, UNKNOWN_IN_A_ROW } from "./state";
import { isWaiting } from "./waiting-rows";

/** How many orders of the batch are on their way: found by what is under way at all, which is little. */
export async function inFlight(tx: Tx, ctx: Ctx, batchId: string): Promise<number> {
  const mine = eq(batchRows.batchId, batchId);
  const [queued, submitting] = [
    tx
      .select({ id: transactions.id })
      .from(transactions)
      .innerJoin(batchRows, and(eq(batchRows.transactionRow, transactions.id), mine))
      .where(and(eq(transactions.environment, ctx.environment), sql`${transactions.submission} = 'queued'`)),
    tx
      .select({ id: attempts.transactionRow })
      .from(attempts)
      .innerJoin(batchRows, and(eq(batchRows.transactionRow, attempts.transactionRow), mine))
      .where(isNull(attempts.outcome)),
  ];
  const found = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from (${queued} union ${submitting}) as open`,
  );
  return found.rows[0]?.count ?? 0;
}

/** What happened to the rows that have left, since a person last let it go on. */
export async function reasonToPause(tx: Tx, ctx: Ctx, batch: Batch): Promise<PauseReason | null> {
  const [stuck] = await tx
    .select({ heldAt: transactions.heldAt })
    .from(transactions)
    .innerJoin(batchRows, and(eq(batchRows.transactionRow, transactions.id), eq(batchRows.batchId, batch.id)))
    .where(
      and(
        eq(transactions.environment, ctx.environment),
        sql`((${transactions.discrepancyAt} is not null and ${transactions.resolvedAt} is null)
          or (${transactions.heldAt} is not null and ${transactions.submission} in ('queued', 'awaiting_approval')))`,
      ),
    )
    .limit(1);
  if (stuck) return stuck.heldAt === null ? "discrepancy" : "held";
  const newest = tx
    .select({ transactionRow: batchRows.transactionRow })
    .from(batchRows)
    .where(and(eq(batchRows.batchId, batch.id), isNotNull(batchRows.orderedAt)))
    .orderBy(desc(batchRows.orderedAt), desc(batchRows.line))
    .limit(IN_FLIGHT_MAX + UNKNOWN_IN_A_ROW)
    .as("newest");
  const last = await tx
    .select({ outcome: attempts.outcome, status: exchanges.httpStatus, failure: exchanges.failure })
    .from(newest)
    .innerJoin(attempts, eq(attempts.transactionRow, newest.transactionRow))
    .leftJoin(exchanges, eq(exchanges.id, attempts.exchangeId))
    .where(and(isNotNull(attempts.outcome), gte(attempts.endedAt, batch.sendingSince ?? batch.uploadedAt)))
    .orderBy(desc(attempts.endedAt));
  const isRefused = last.some(({ status, failure }) => status === 401 || status === 403 || namesNoField(failure));
  if (isRefused) return "access_refused";
  const ended = last.slice(0, UNKNOWN_IN_A_ROW);
  const areUnknown = ended.length === UNKNOWN_IN_A_ROW && ended.every(({ outcome }) => outcome === "unknown");
  return areUnknown ? "unknown_in_a_row" : null;
}

/**
 * A 400 without `fields` is about signature, timestamp or balance (merchant-payments-api.md, "Errors"), so the next rows
 * would be refused alike. Which of them it is, only its message says, and that of the balance is not specified.
 */
const namesNoField = (failure: Failure | null) =>
  failure?.kind === "refused" && failure.status === 400 && failure.fields.length === 0;

/**
 * Whether what the service called available lately is less than what is still to be sent, with the highest fee seen.
 * Where it did not say for a while, the service decides.
 */
export async function exceedsBalance(tx: Tx, ctx: Ctx, batchId: string): Promise<boolean> {
  const waiting = await tx
    .select({ currency: batchRows.currency, amount: sum(batchRows.amount), count: count() })
    .from(batchRows)
    .where(isWaiting(batchId))
    .groupBy(batchRows.currency);
  for (const { currency, amount, count: rows } of waiting) {
    const balance = await freshBalance(tx, ctx, currency ?? "");
    if (!balance) continue;
    const [left] = await tx
      .select({ amount: sum(transactions.amount) })
      .from(attempts)
      .innerJoin(transactions, eq(transactions.id, attempts.transactionRow))
      .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
      .where(
        and(
          eq(transactions.environment, ctx.environment),
          eq(transactions.currency, currency ?? ""),
          gt(attempts.claimedAt, balance.lastSeenAt),
          isTaken,
        ),
      );
    const [fee] = await tx
      .select({ most: sql<string>`coalesce(max(${transactions.fee}), 0)` })
      .from(transactions)
      .innerJoin(batchRows, eq(batchRows.transactionRow, transactions.id))
      .where(and(eq(batchRows.batchId, batchId), eq(transactions.currency, currency ?? "")));
    const fees = timesAmount(fee?.most ?? "0", rows);
    const needed = addAmounts(addAmounts(amount ?? "0", fees), left?.amount ?? "0");
    if (compareAmounts(needed, balance.available) > 0) return true;
  }
  return false;
}
