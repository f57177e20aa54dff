import "server-only";
import { and, asc, eq, inArray, isNotNull, isNull, lte, min, or } from "drizzle-orm";
import { backfillRows, backfillRuns } from "@/drizzle/schema/backfill";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { enqueue } from "@/lib/db/enqueue";
import { type Failure, isAboutId } from "@/lib/payments-api/failure";
import { isStopping } from "@/lib/shutdown";
import { lookUpOrder } from "@/lib/transactions/commands";
import { admit, giveProbeBack } from "@/lib/transactions/polling/admission";
import {
  acquireLease,
  BACKFILL_LEASE,
  DROPPED_AFTER_MS,
  releaseLease,
  renewLease,
} from "@/lib/transactions/polling/lease";
import { againAfterMs, type Finding } from "./state";

/** One job asks about so many ids, then makes room for others. */
const ROUND = 200;
/** Concurrent status checks: a long list takes minutes, with little load on the service. */
const AT_ONCE = 4;
/** When another list holds the lock. */
const BUSY_MS = 5_000;

type Row = typeof backfillRows.$inferSelect;

/**
 * Checks the IDs of a list that have no finding yet, until none is due, then schedules the next run. Any number of
 * instances may run: one list at a time per environment, and no ID is checked twice concurrently.
 */
export async function runBackfill(ctx: Ctx, { runId }: { runId: string }): Promise<{ asked: number }> {
  requirePermission(ctx, "backfill:poll");
  const mine = and(
    eq(backfillRuns.id, runId),
    eq(backfillRuns.environment, ctx.environment),
    isNull(backfillRuns.endedAt),
  );
  const [run] = await ctx.db.select({ id: backfillRuns.id }).from(backfillRuns).where(mine);
  if (!run) return { asked: 0 };

  const holder = ctx.random(8);
  if ((await acquireLease(ctx, holder, [BACKFILL_LEASE])) === null) {
    await goOn(ctx, runId, after(ctx, BUSY_MS));
    return { asked: 0 };
  }
  let asked = 0;
  let waitUntil: Date | null = null;
  try {
    while (asked < ROUND && !isStopping() && (await renewLease(ctx, holder))) {
      const admission = await admit(ctx);
      if (admission.kind === "wait") {
        waitUntil = admission.until;
        break;
      }
      const isProbe = admission.kind === "probe";
      const rows = await takeDue(ctx, runId, isProbe ? 1 : AT_ONCE);
      if (rows.length === 0 && isProbe) await giveProbeBack(ctx);
      if (rows.length === 0) break;
      await Promise.all(rows.map((row) => lookUp(ctx, row, isProbe)));
      asked += rows.length;
    }
  } finally {
    await releaseLease(ctx, holder);
  }
  await conclude(ctx, runId, waitUntil);
  return { asked };
}

/** Hands lists whose job was lost with its process to the queue again. */
export async function recoverBackfills(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:recover");
  const open = and(eq(backfillRuns.environment, ctx.environment), isNull(backfillRuns.endedAt));
  const runs = await ctx.db.select({ id: backfillRuns.id }).from(backfillRuns).where(open);
  for (const { id } of runs) {
    const next = await nextDue(ctx, id);
    if (next === null || next <= ctx.now()) await goOn(ctx, id, ctx.now());
  }
}

const after = (ctx: Ctx, ms: number) => new Date(ctx.now().getTime() + ms);

const dueIn = (runId: string) => and(eq(backfillRows.runId, runId), isNotNull(backfillRows.dueAt));

async function nextDue({ db }: Ctx, runId: string): Promise<Date | null> {
  const [next] = await db
    .select({ at: min(backfillRows.dueAt) })
    .from(backfillRows)
    .where(dueIn(runId));
  return next?.at ?? null;
}

const goOn = ({ db, environment }: Ctx, runId: string, runAt: Date) =>
  db.transaction((tx) => enqueue(tx, "run-backfill", { environment, runId }, { runAt, key: `backfill:${runId}` }));

/** The lease of the rows: longer than any status check. */
async function takeDue(ctx: Ctx, runId: string, count: number): Promise<Row[]> {
  return ctx.db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(backfillRows)
      .where(and(dueIn(runId), lte(backfillRows.dueAt, ctx.now())))
      .orderBy(asc(backfillRows.dueAt), asc(backfillRows.line))
      .limit(count)
      .for("update", { skipLocked: true });
    const lines = rows.map(({ line }) => line);
    const taken = and(eq(backfillRows.runId, runId), inArray(backfillRows.line, lines));
    if (lines.length > 0)
      await tx
        .update(backfillRows)
        .set({ dueAt: after(ctx, DROPPED_AFTER_MS) })
        .where(taken);
    return rows;
  });
}

async function lookUp(ctx: Ctx, { runId, line, given, tries }: Row, isProbe: boolean): Promise<void> {
  const { finding, referenceId, failure } = await found(ctx, given, isProbe);
  const dueAt = finding === "unreachable" ? after(ctx, againAfterMs(tries)) : null;
  const mine = and(eq(backfillRows.runId, runId), eq(backfillRows.line, line));
  await ctx.db
    .update(backfillRows)
    .set({ finding, referenceId, tries: tries + 1, dueAt })
    .where(mine);
  if (failure) await ctx.db.update(backfillRuns).set({ failure }).where(eq(backfillRuns.id, runId));
}

type Found = { finding: Exclude<Finding, "waiting" | "twice">; referenceId: string | null; failure?: Failure };

async function found(ctx: Ctx, given: string, isProbe: boolean): Promise<Found> {
  const known = or(eq(transactions.referenceId, given), eq(transactions.transactionId, given));
  const [held] = await ctx.db
    .select({ referenceId: transactions.referenceId })
    .from(transactions)
    .where(and(eq(transactions.environment, ctx.environment), known));
  if (held) {
    if (isProbe) await giveProbeBack(ctx);
    return { finding: "held_before", ...held };
  }
  const looked = await lookUpOrder(ctx, { id: given, isProbe });
  if (looked.ok) {
    const { referenceId, isNew } = looked.value;
    return { finding: isNew ? "joined" : "held_before", referenceId };
  }
  switch (looked.error.kind) {
    case "not_found":
      return { finding: "not_found", referenceId: null };
    case "no_answer": {
      const { failure } = looked.error;
      if (isAboutId(failure)) return { finding: "not_valid", referenceId: null };
      return { finding: "unreachable", referenceId: null, failure };
    }
  }
}

async function conclude(ctx: Ctx, runId: string, waitUntil: Date | null): Promise<void> {
  const next = await nextDue(ctx, runId);
  if (next !== null) return goOn(ctx, runId, waitUntil !== null && waitUntil > next ? waitUntil : next);
  await ctx.db.transaction(async (tx) => {
    const open = and(eq(backfillRuns.id, runId), isNull(backfillRuns.endedAt));
    const [ended] = await tx
      .update(backfillRuns)
      .set({ endedAt: ctx.now(), failure: null })
      .where(open)
      .returning({ id: backfillRuns.id });
    if (ended) await record(tx, ctx, { action: "backfill.completed", subject: runId });
  });
}
