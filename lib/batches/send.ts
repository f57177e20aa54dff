import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, notExists, sql, sum } from "drizzle-orm";
import { approvals } from "@/drizzle/schema/approvals";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { batchApprovals, batches, batchRows } from "@/drizzle/schema/batches";
import { attempts, exchanges } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { addAmounts, compareAmounts, timesAmount } from "@/lib/money/amount";
import { err, ok, type Result } from "@/lib/result";
import { isEnvironmentFrozen } from "@/lib/transactions/freezes/guard";
import { admit, giveProbeBack } from "@/lib/transactions/polling/admission";
import { recordOrder } from "@/lib/transactions/submission/create-order";
import { rootHolds } from "@/lib/withdrawals/batch-orders";
import { WITHDRAWAL } from "@/lib/withdrawals/integrity";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { type Batch, type BatchRow, changeBatch, lockBatch, type NoBatch, userIdOf } from "./access";
import { enqueueBatch } from "./approvals";
import { isPaused, isSending, type PauseReason, UNKNOWN_IN_A_ROW } from "./state";

/** So many rows a second leave, over all batches and instances. */
const ROWS_A_SECOND = 10;
/** So many rows of a batch are on their way together: a batch that goes wrong has no more than these in doubt. */
const IN_FLIGHT_MAX = 3;
/** How long one job goes on, so that a stopping instance waits for little. */
const SLICE_MS = 5_000;
const STEPS_MAX = 50;
const SOON_MS = 300;
const LATER_MS = 15_000;

type Step = { kind: "row"; transactionRow: string } | { kind: "wait"; ms: number } | { kind: "stopped" };

/** Makes orders of a batch's rows in their turns, and sends each by the one path that all withdrawals take. */
export async function sendBatch(ctx: Ctx, { batchId }: { batchId: string }): Promise<void> {
  requirePermission(ctx, "withdrawals:send");
  const began = ctx.monotonic().ms;
  let wait = 0;
  const lane = async () => {
    for (let steps = 0; steps < STEPS_MAX && ctx.monotonic().ms - began < SLICE_MS; steps++) {
      const step = await nextStep(ctx, batchId);
      if (step.kind === "stopped") return;
      if (step.kind === "row") {
        await sendWithdrawal(ctx, { transactionRow: step.transactionRow });
      } else if (step.ms > SOON_MS) {
        wait = Math.max(wait, step.ms);
        return;
      } else {
        await pause(step.ms);
      }
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT_MAX }, lane));
  await ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, ctx, batchId);
    if (!batch || !isSending(batch.state)) return;
    await enqueueBatch(tx, ctx, batchId, new Date(ctx.now().getTime() + wait));
  });
}

async function nextStep(ctx: Ctx, batchId: string): Promise<Step> {
  if (await isEnvironmentFrozen(ctx)) return { kind: "wait", ms: LATER_MS };
  const admission = await admit(ctx);
  if (admission.kind === "probe") await giveProbeBack(ctx);
  if (admission.kind !== "go") return { kind: "wait", ms: LATER_MS };
  return ctx.db.transaction((tx) => openNextRow(tx, ctx, batchId));
}

/** The next row becomes an order, or it is said why none does. All under the lock of the batch. */
async function openNextRow(tx: Tx, ctx: Ctx, batchId: string): Promise<Step> {
  const batch = await lockBatch(tx, ctx, batchId);
  if (!batch || !isSending(batch.state)) return { kind: "stopped" };
  const reason = await reasonToPause(tx, ctx, batch);
  if (reason !== null) return pauseItself(tx, ctx, batch, reason);
  const row = await nextRow(tx, ctx, batchId);
  if (row === null)
    return (await hasWaiting(tx, batchId)) ? { kind: "wait", ms: LATER_MS } : endSending(tx, ctx, batch);
  if ((await inFlight(tx, batchId)) >= IN_FLIGHT_MAX) return { kind: "wait", ms: SOON_MS };
  if (!(await rootHolds({ db: tx, vault: ctx.vault }, batch))) return pauseItself(tx, ctx, batch, "altered");
  const ms = await waitForTurn(tx, ctx);
  return ms > 0 ? { kind: "wait", ms } : openOrder(tx, ctx, batch, row);
}

async function openOrder(tx: Tx, ctx: Ctx, batch: Batch, row: BatchRow): Promise<Step> {
  const { terms, digest, payeeKey, referenceId, id: formId, payeeId, payeeVersion } = row;
  const total = batch.totals?.find((one) => one.currency === row.currency);
  const { requestedBy, root } = batch;
  if (terms === null || digest === null || payeeKey === null || requestedBy === null || root === null || !total) {
    return pauseItself(tx, ctx, batch, "altered");
  }
  const earlier = await earlierOrder(tx, row);
  if (earlier.kind === "replaced") {
    await tx.update(batchRows).set({ replacedBy: earlier.by }).where(eq(batchRows.id, row.id));
    return { kind: "wait", ms: 0 };
  }
  const { currency, amount, playerId, purpose, ...recipient } = terms;
  const approved = await tx
    .select()
    .from(batchApprovals)
    .where(
      and(
        eq(batchApprovals.batchId, batch.id),
        eq(batchApprovals.digest, root),
        eq(batchApprovals.decision, "approved"),
      ),
    );
  let made = "";
  await recordOrder(tx, ctx, WITHDRAWAL, {
    made: { referenceId, formId, digest, requestedBy, replaces: earlier.order },
    terms: { currency, amount, playerId },
    submission: "queued",
    async insertIntent(transactionRow) {
      made = transactionRow;
      await tx.insert(withdrawals).values({
        ...{ transactionRow, formId, ...recipient, purpose, digest, payeeKey, requestedBy, requestedAt: ctx.now() },
        ...{ approversNeeded: batch.approversNeeded ?? 0, approvalExpiresAt: null },
        ...{ payeeId, payeeVersion, newPayeeUntil: batch.newPayeeUntil },
        ...{ approvalBasis: total.counted.basis, approvalAmount: total.counted.amount },
      });
      if (approved.length === 0) return;
      await tx
        .insert(approvals)
        .values(approved.map(({ by, at, decision }) => ({ transactionRow, by, at, decision, digest })));
    },
    detail: { batch: batch.id, line: row.line },
  });
  await tx.update(batchRows).set({ transactionRow: made }).where(eq(batchRows.id, row.id));
  return { kind: "row", transactionRow: made };
}

type Earlier = { kind: "free"; order: typeof transactions.$inferSelect | null } | { kind: "replaced"; by: string };

/** The order that a retried row takes the place of, under lock; or the one that took it meanwhile. */
async function earlierOrder(tx: Tx, { replaces }: BatchRow): Promise<Earlier> {
  if (replaces === null) return { kind: "free", order: null };
  const [order] = await tx.select().from(transactions).where(eq(transactions.id, replaces)).for("update");
  const [newer] = await tx.select().from(transactions).where(eq(transactions.replaces, replaces));
  return newer ? { kind: "replaced", by: newer.referenceId } : { kind: "free", order: order ?? null };
}

/** The first row that is not an order yet. One whose payee and amount have an unknown outcome waits for that. */
async function nextRow(tx: Tx, ctx: Ctx, batchId: string): Promise<BatchRow | null> {
  const twin = tx
    .select({ id: transactions.id })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(
      and(
        eq(transactions.environment, ctx.environment),
        eq(withdrawals.payeeKey, batchRows.payeeKey),
        eq(transactions.currency, batchRows.currency),
        eq(transactions.amount, batchRows.amount),
        eq(transactions.submission, "unknown"),
      ),
    );
  const [row] = await tx
    .select()
    .from(batchRows)
    .where(and(isWaiting(batchId), notExists(twin)))
    .orderBy(asc(batchRows.line))
    .limit(1);
  return row ?? null;
}

const isWaiting = (batchId: string) =>
  and(
    eq(batchRows.batchId, batchId),
    isNull(batchRows.transactionRow),
    isNull(batchRows.replacedBy),
    isNotNull(batchRows.digest),
  );

const hasWaiting = async (tx: Tx, batchId: string) => (await tx.$count(batchRows, isWaiting(batchId))) > 0;

async function inFlight(tx: Tx, batchId: string): Promise<number> {
  const [found] = await tx
    .select({ count: count() })
    .from(batchRows)
    .innerJoin(transactions, eq(transactions.id, batchRows.transactionRow))
    .where(and(eq(batchRows.batchId, batchId), inArray(transactions.submission, ["queued", "submitting"])));
  return found?.count ?? 0;
}

/** How long until the next row may leave; none where this one's turn has come and is taken. */
async function waitForTurn(tx: Tx, ctx: Ctx): Promise<number> {
  const { environment } = ctx;
  // The clock of the database, which is one for all instances.
  await tx.execute(
    sql`insert into batch_turns (environment, next_at) values (${environment}, clock_timestamp()) on conflict do nothing`,
  );
  const { rows } = await tx.execute<{ ms: number }>(sql`
    select greatest(0, extract(epoch from next_at - clock_timestamp()) * 1000)::float8 as ms
    from batch_turns where environment = ${environment} for update`);
  const ms = rows[0]?.ms ?? 0;
  if (ms > 0) return Math.ceil(ms);
  await tx.execute(sql`
    update batch_turns set next_at = clock_timestamp() + ${1_000 / ROWS_A_SECOND} * interval '1 millisecond'
    where environment = ${environment}`);
  return 0;
}

/** What happened to the rows that have left, since a person last let it go on. */
async function reasonToPause(tx: Tx, ctx: Ctx, batch: Batch): Promise<PauseReason | null> {
  const mine = eq(batchRows.batchId, batch.id);
  const [stuck] = await tx
    .select({ heldAt: transactions.heldAt })
    .from(batchRows)
    .innerJoin(transactions, eq(transactions.id, batchRows.transactionRow))
    .where(
      and(
        mine,
        sql`((${transactions.discrepancyAt} is not null and ${transactions.resolvedAt} is null)
          or (${transactions.heldAt} is not null and ${transactions.submission} in ('queued', 'awaiting_approval')))`,
      ),
    )
    .limit(1);
  if (stuck) return stuck.heldAt === null ? "discrepancy" : "held";
  const last = await tx
    .select({ outcome: attempts.outcome, status: exchanges.httpStatus, body: exchanges.body })
    .from(attempts)
    .innerJoin(batchRows, eq(batchRows.transactionRow, attempts.transactionRow))
    .leftJoin(exchanges, eq(exchanges.id, attempts.exchangeId))
    .where(and(mine, isNotNull(attempts.outcome), gte(attempts.endedAt, batch.sendingSince ?? batch.uploadedAt)))
    .orderBy(desc(attempts.endedAt))
    .limit(IN_FLIGHT_MAX + UNKNOWN_IN_A_ROW);
  if (last.some(({ status }) => status === 401 || status === 403)) return "access_refused";
  if (last.some(({ outcome, body }) => outcome === "rejected" && /insufficient/i.test(body ?? ""))) return "balance";
  const newest = last.slice(0, UNKNOWN_IN_A_ROW);
  const areUnknown = newest.length === UNKNOWN_IN_A_ROW && newest.every(({ outcome }) => outcome === "unknown");
  if (areUnknown) return "unknown_in_a_row";
  return (await exceedsBalance(tx, ctx, batch.id)) ? "balance" : null;
}

/** Whether what the service last called available is less than what is still to be sent, with the highest fee seen. */
async function exceedsBalance(tx: Tx, ctx: Ctx, batchId: string): Promise<boolean> {
  const waiting = await tx
    .select({ currency: batchRows.currency, amount: sum(batchRows.amount), count: count() })
    .from(batchRows)
    .where(isWaiting(batchId))
    .groupBy(batchRows.currency);
  for (const { currency, amount, count: rows } of waiting) {
    const ofCurrency = and(
      eq(balanceSnapshots.environment, ctx.environment),
      eq(balanceSnapshots.currency, currency ?? ""),
    );
    const [balance] = await tx
      .select({ available: balanceSnapshots.available, at: balanceSnapshots.lastSeenAt })
      .from(balanceSnapshots)
      .where(ofCurrency)
      .orderBy(desc(balanceSnapshots.id))
      .limit(1);
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
          gt(attempts.claimedAt, balance.at),
          inArray(transactions.submission, ["submitting", "accepted", "unknown"]),
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

async function pauseItself(tx: Tx, ctx: Ctx, batch: Batch, reason: PauseReason): Promise<Step> {
  await changeBatch(tx, ctx, batch.id, { state: "paused", pauseReason: reason, pausedBy: null });
  await record(tx, ctx, { action: "batch.paused", subject: batch.id, detail: { pause: reason } });
  return { kind: "stopped" };
}

async function endSending(tx: Tx, ctx: Ctx, batch: Batch): Promise<Step> {
  await changeBatch(tx, ctx, batch.id, { state: "sent" });
  await record(tx, ctx, { action: "batch.sending_ended", subject: batch.id });
  return { kind: "stopped" };
}

type NotNow = { kind: "not_sending" } | { kind: "not_paused" };

/** No further row leaves. What has become an order before goes its way. */
export async function pauseBatch(ctx: Ctx, { batchId }: { batchId: string }): Promise<Result<null, NoBatch | NotNow>> {
  requirePermission(ctx, "orders:stop");
  const pausedBy = userIdOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, ctx, batchId);
    if (!batch) return err({ kind: "no_batch" });
    if (!isSending(batch.state)) return err({ kind: "not_sending" });
    await changeBatch(tx, ctx, batchId, { state: "paused", pauseReason: "user", pausedBy });
    await record(tx, ctx, { action: "batch.paused", subject: batchId, detail: { pause: "user" } });
    return ok(null);
  });
}

export async function resumeBatch(ctx: Ctx, { batchId }: { batchId: string }): Promise<Result<null, NoBatch | NotNow>> {
  requirePermission(ctx, "withdrawals:create");
  return ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, ctx, batchId);
    if (!batch) return err({ kind: "no_batch" });
    if (!isPaused(batch.state)) return err({ kind: "not_paused" });
    await changeBatch(tx, ctx, batchId, {
      ...{ state: "sending", pauseReason: null, pausedBy: null, sendingSince: ctx.now() },
    });
    await record(tx, ctx, { action: "batch.resumed", subject: batchId });
    await enqueueBatch(tx, ctx, batchId);
    return ok(null);
  });
}

/** Ends what has not left. */
export async function cancelRest(ctx: Ctx, { batchId }: { batchId: string }): Promise<Result<null, NoBatch | NotNow>> {
  requirePermission(ctx, "orders:stop");
  return ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, ctx, batchId);
    if (!batch) return err({ kind: "no_batch" });
    if (!isPaused(batch.state)) return err({ kind: "not_paused" });
    const left = await tx.$count(batchRows, isWaiting(batchId));
    await changeBatch(tx, ctx, batchId, { state: "cancelled", pauseReason: null });
    await record(tx, ctx, { action: "batch.cancelled", subject: batchId, detail: { rows: left } });
    return ok(null);
  });
}

/** Starts the sending of batches again whose job was lost with its process. */
export async function recoverBatches(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:recover");
  const sending = and(eq(batches.environment, ctx.environment), eq(batches.state, "sending"));
  const found = await ctx.db.select({ id: batches.id }).from(batches).where(sending);
  await ctx.db.transaction(async (tx) => {
    for (const { id } of found) await enqueueBatch(tx, ctx, id);
  });
}
