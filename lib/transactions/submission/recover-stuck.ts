import "server-only";
import { and, eq, isNull, lt } from "drizzle-orm";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isEnvironmentFrozen } from "@/lib/transactions/freezes/guard";
import { wakeForDueOrders } from "@/lib/transactions/polling/run";
import { scheduleNextPoll } from "@/lib/transactions/polling/schedule";
import { afterAttempt } from "./submission";
import { enqueueQueued } from "./submit";

/** API calls time out after 30 s: an attempt without an outcome after this time was abandoned. */
const ABANDONED_AFTER_MS = 60_000;

/** A job that is this late was lost with its process. */
const LATE_AFTER_MS = 90_000;

/**
 * Resumes the work of a killed process. The queue locks a dead worker's jobs for hours, so this reads the records;
 * everything started here is safe to start twice.
 */
export async function recoverStuckOrders(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:recover");
  await giveUpAbandonedAttempts(ctx);
  await sendWhatIsStillQueued(ctx);
  await wakeForDueOrders(ctx);
}

/** The outcome of an attempt whose sender was killed is unknown until the service answers. */
async function giveUpAbandonedAttempts(ctx: Ctx) {
  const unheard = and(isNull(attempts.outcome), lt(attempts.claimedAt, ago(ctx, ABANDONED_AFTER_MS)));
  const abandoned = await ctx.db
    .select({ attemptId: attempts.id, transactionRow: transactions.id, referenceId: transactions.referenceId })
    .from(attempts)
    .innerJoin(transactions, eq(transactions.id, attempts.transactionRow))
    .where(and(unheard, eq(transactions.environment, ctx.environment)));

  for (const { attemptId, transactionRow, referenceId } of abandoned) {
    await ctx.db.transaction(async (tx) => {
      const mine = eq(transactions.id, transactionRow);
      const [held] = await tx.select().from(transactions).where(mine).for("update");
      const open = and(eq(attempts.id, attemptId), isNull(attempts.outcome));
      const ended = { outcome: "unknown", endedAt: ctx.now() } as const;
      const [given] = await tx.update(attempts).set(ended).where(open).returning({ number: attempts.number });
      if (!given || !held?.submission) return;

      const submission = afterAttempt(held.submission, "unknown");
      await tx.update(transactions).set({ submission, updatedAt: ctx.now() }).where(mine);
      await record(tx, ctx, { action: "attempt.unknown", subject: referenceId, detail: { ...given, swept: true } });
      await scheduleNextPoll(tx, ctx, transactionRow, "now");
    });
  }
}

async function sendWhatIsStillQueued(ctx: Ctx) {
  if (await isEnvironmentFrozen(ctx)) return;
  const late = lt(transactions.updatedAt, ago(ctx, LATE_AFTER_MS));
  await ctx.db.transaction((tx) => enqueueQueued(tx, ctx, late));
}

const ago = (ctx: Ctx, ms: number) => new Date(ctx.now().getTime() - ms);
