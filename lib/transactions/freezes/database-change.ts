import "server-only";
import { and, eq, gt, inArray, or, sql } from "drizzle-orm";
import { batches, isPendingBatch } from "@/drizzle/schema/batches";
import { freezes } from "@/drizzle/schema/freezes";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import type { Actor } from "@/lib/auth/actor";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { differencesOf, findMark } from "@/lib/db/identity";
import { ENVIRONMENTS, type Environment } from "@/lib/environment";
import type { DatabaseChange } from "@/lib/freezes/schema";
import { log } from "@/lib/log";
import { scheduleNextPoll } from "@/lib/transactions/polling/schedule";
import { isAwaitingApproval, isQueued, SUBMISSIONS, wouldBeSent } from "@/lib/transactions/submission/submission";
import { DATABASE_CHECK } from "./database-check";
import { isOpenFreeze, lockFreezes } from "./guard";

const CHECK: Actor = { kind: "system", id: "database-check", name: DATABASE_CHECK };

/** Whether a claim may be written: the database is the one that this instance last wrote to. */
export async function isKnownDatabase(tx: Tx, { instance }: Ctx): Promise<boolean> {
  const known = instance.known();
  const found = await findMark(tx, known);
  if (known === null) instance.confirm(found.mark);
  return known === null || differencesOf(known, found).length === 0;
}

/**
 * Compares the database with the one last written to: a restored backup or a promoted standby may lack submitted
 * orders. On a difference everything is frozen before anything else is submitted.
 * @unguarded compares marks of the database, so that sending can only stop
 */
export async function checkDatabase(ctx: Ctx): Promise<"same" | "changed"> {
  const { instance } = ctx;
  const known = instance.known();
  const found = await findMark(ctx.db, known);
  const differences = known ? differencesOf(known, found) : [];
  if (known === null || differences.length === 0) {
    if (known === null) log.info({ database: found.mark }, "database: its identity");
    instance.confirm(found.mark);
    return "same";
  }
  log.error({ differences, known, found: found.mark }, "database: it is not the one that was last written to");
  const missing = await missingOrders(ctx);
  await freezeAfterChange(ctx, { differences, foundAt: found.mark.at, missing }, known.mark.at);
  // After the freeze is committed, so that an interrupted check is repeated.
  instance.accept(found.mark);
  return "changed";
}

/** Orders submitted by this instance that this database lacks. */
async function missingOrders({ db, instance }: Ctx): Promise<DatabaseChange["missing"]> {
  const sent = instance.sent();
  const ids = sent.map(({ referenceId }) => referenceId);
  const { environment, referenceId } = transactions;
  const held = await db.select({ environment, referenceId }).from(transactions).where(inArray(referenceId, ids));
  const isHeld = (one: { environment: string; referenceId: string }) =>
    held.some((row) => row.environment === one.environment && row.referenceId === one.referenceId);
  const missing = new Map(
    sent.filter((one) => !isHeld(one)).map((one) => [`${one.environment}/${one.referenceId}`, one]),
  );
  return [...missing.values()].map(({ environment, referenceId, at }) => ({ environment, referenceId, at }));
}

/** Whether a change of the database was noticed after this. */
export async function isChangedSince(
  { db, environment }: { db: Db | Tx; environment: Environment },
  since: Date,
): Promise<boolean> {
  const changed = and(eq(freezes.environment, environment), eq(freezes.cause, "database_changed"));
  const isMarked = sql`(${freezes.databaseChange} ->> 'markedAt')::timestamptz > ${since.toISOString()}::timestamptz`;
  return (await db.$count(freezes, and(changed, or(gt(freezes.frozenAt, since), isMarked)))) > 0;
}

/** The service has an order that was not sent from this database. */
export const sentElsewhere = ({ now }: Ctx): DatabaseChange => ({
  ...{ differences: ["sent_elsewhere"], foundAt: now().toISOString(), missing: [] },
});

/** What another database sent after the last change that was noticed is the sign of a further one. */
export async function freezeUnlessNoticed(ctx: Ctx, lost: { createdAt: Date }[]): Promise<void> {
  for (const { createdAt } of lost) {
    if (!(await isChangedSince(ctx, createdAt))) await freezeAfterChange(ctx, sentElsewhere(ctx), null, createdAt);
  }
}

/**
 * Freezes each environment in use, and marks what an earlier database may have submitted. Queued orders become unknown:
 * they are checked, and only a user can reissue them after proof, under a new id. Those that await approval are checked
 * as well. `knownAt`: a later freeze is about the same change, found first by another instance. `createdAt`: of the order
 * that is the sign. A change that was noticed since then explains it, also one noticed while this waited for the lock.
 */
export async function freezeAfterChange(
  ctx: Ctx,
  change: DatabaseChange,
  knownAt: string | null,
  createdAt?: Date,
): Promise<void> {
  // The sign's own comes last: where another fails, the sign is not noticed, and the repeat freezes both.
  const others = ENVIRONMENTS.filter((one) => one !== ctx.environment);
  for (const environment of [...others, ctx.environment]) {
    await ctx.db.transaction(async (tx) => {
      const inUse = eq(transactions.environment, environment);
      const [used] = await tx.select({ id: transactions.id }).from(transactions).where(inUse).limit(1);
      if (!used && environment !== ctx.environment) return;
      await lockFreezes(tx, environment);
      const later = sql`(${freezes.databaseChange} ->> 'foundAt')::timestamptz > ${knownAt}::timestamptz`;
      const same = and(eq(freezes.environment, environment), eq(freezes.cause, "database_changed"), later);
      if (knownAt !== null && (await tx.$count(freezes, same)) > 0) return;
      // In the same millisecond, too: of two that judge one callback, the second has waited for the first.
      const since = createdAt && new Date(createdAt.getTime() - 1);
      if (since && (await isChangedSince({ db: tx, environment }, since))) return;

      const ours = { ...ctx, environment, actor: CHECK };
      const missing = change.missing.filter((order) => order.environment === environment);
      const cause = "database_changed" as const;
      const reason = "the database is not the one that was last written to";
      const freeze = { environment, cause, reason, frozenAt: ctx.now(), databaseChange: { ...change, missing } };
      await tx.insert(freezes).values(freeze).onConflictDoNothing();
      // An open freeze goes on, and what was found counts as noticed.
      const markedAt = JSON.stringify({ markedAt: ctx.now() });
      const [open] = await tx
        .update(freezes)
        .set({ databaseChange: sql`${freezes.databaseChange} || ${markedAt}::jsonb` })
        .where(and(isOpenFreeze(environment), eq(freezes.cause, cause)))
        .returning({ id: freezes.id });
      if (!open) throw new Error("the freeze was not kept");
      await record(tx, ours, { action: "payouts.frozen", subject: open.id, detail: { cause, ...change, missing } });
      await markPossiblySent(tx, ours);
    });
  }
}

const WOULD_BE_SENT = SUBMISSIONS.filter(wouldBeSent);

async function markPossiblySent(tx: Tx, ctx: Ctx) {
  // The ids of a batch's orders are known before they are sent: the lost database had the same. Batches come first, as
  // their locks wait for orders that are being made of rows: those are found below.
  const isOpen = or(eq(batches.state, "draft"), isPendingBatch);
  const open = and(eq(batches.environment, ctx.environment), isOpen);
  await tx.update(batches).set({ possiblySentUntil: ctx.now() }).where(open);

  const mine = and(eq(transactions.environment, ctx.environment), inArray(transactions.submission, WOULD_BE_SENT));
  const mark = { possiblySentUntil: ctx.now(), polls: 0 };
  const marked = await tx.update(transactions).set(mark).where(mine).returning();
  for (const order of marked) {
    if (isQueued(order.submission)) await becomeUnknown(tx, ctx, order);
    // The lost database may have had its approvals.
    else if (isAwaitingApproval(order.submission)) await startChecks(tx, ctx, order, mark.possiblySentUntil);
  }
}

type Order = Pick<typeof transactions.$inferSelect, "id" | "referenceId" | "type" | "submission" | "possiblySentUntil">;
type Evidence = { deliveryId?: string };

/**
 * No request for the order left from here, and there is a sign that another database has sent it: it is asked about. A
 * callback to its address is one, as that leaves with the request alone, but may be forged. The caller has locked the order.
 */
export async function markDoubtful(tx: Tx, ctx: Ctx, order: Order, evidence: Evidence = {}): Promise<void> {
  if (isQueued(order.submission)) return becomeUnknown(tx, ctx, order, evidence);
  const until = ctx.now();
  await tx.update(transactions).set({ possiblySentUntil: until, polls: 0 }).where(eq(transactions.id, order.id));
  await startChecks(tx, ctx, order, until, evidence);
}

/** Marks a queued order that an earlier database may have submitted. The caller has locked the order. */
export async function becomeUnknown(tx: Tx, ctx: Ctx, order: Order, evidence: Evidence = {}) {
  const at = ctx.now();
  const until = order.possiblySentUntil ?? at;
  const changed = { submission: "unknown", possiblySentUntil: until, polls: 0, updatedAt: at } as const;
  await tx.update(transactions).set(changed).where(eq(transactions.id, order.id));
  await startChecks(tx, ctx, order, until, evidence);
}

async function startChecks(tx: Tx, ctx: Ctx, { id, referenceId, type }: Order, until: Date, evidence: Evidence = {}) {
  const action = type === "DEPOSIT" ? "deposit.possibly_sent" : "withdrawal.possibly_sent";
  await record(tx, ctx, { action, subject: referenceId, detail: { until, ...evidence } });
  await scheduleNextPoll(tx, ctx, id, "now");
}
