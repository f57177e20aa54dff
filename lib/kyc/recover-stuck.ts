import "server-only";
import { and, asc, eq, isNull, lt } from "drizzle-orm";
import { registrationAttempts } from "@/drizzle/schema/registration-evidence";
import { registrations } from "@/drizzle/schema/registrations";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { enqueue } from "@/lib/db/enqueue";
import { afterAttempt } from "@/lib/transactions/submission/submission";
import { lateQueue } from "./late-queue";
import { scheduleNextPoll } from "./schedule";

/** The client gives up after 30 s; an attempt without an outcome after this long was abandoned. */
const ABANDONED_AFTER_MS = 60_000;

/** What is more is late still when the sweep comes again, a minute later. */
const RECOVERED_AT_ONCE = 100;

/** A job that is this late was lost with the process that had taken it. */
const LATE_AFTER_MS = 90_000;

/** Picks up what a killed process dropped. Everything started here is safe to start twice. */
export async function recoverStuckRegistrations(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "players:send");
  await giveUpAbandonedAttempts(ctx);
  await sendWhatIsStillQueued(ctx);
  await lookWhereALookIsOverdue(ctx);
}

async function giveUpAbandonedAttempts(ctx: Ctx) {
  const unheard = and(
    isNull(registrationAttempts.outcome),
    lt(registrationAttempts.claimedAt, ago(ctx, ABANDONED_AFTER_MS)),
  );
  const abandoned = await ctx.db
    .select({ attemptId: registrationAttempts.id, registrationRow: registrations.id })
    .from(registrationAttempts)
    .innerJoin(registrations, eq(registrations.id, registrationAttempts.registrationRow))
    .where(and(unheard, eq(registrations.environment, ctx.environment)));

  for (const { attemptId, registrationRow } of abandoned) {
    await ctx.db.transaction(async (tx) => {
      const mine = eq(registrations.id, registrationRow);
      const [held] = await tx.select().from(registrations).where(mine).for("update");
      const open = and(eq(registrationAttempts.id, attemptId), isNull(registrationAttempts.outcome));
      const endedAt = ctx.now();
      const [given] = await tx
        .update(registrationAttempts)
        .set({ outcome: "unknown", endedAt })
        .where(open)
        .returning({ number: registrationAttempts.number });
      if (!given || !held?.submission) return;

      const submission = afterAttempt(held.submission, "unknown");
      await tx.update(registrations).set({ submission, endedAt, updatedAt: endedAt }).where(mine);
      const detail = { ...given, swept: true };
      await record(tx, ctx, { action: "registration.unknown", subject: held.playerId, detail });
      await scheduleNextPoll(tx, ctx, registrationRow, "now");
    });
  }
}

/** One after another and after all else: where the service was down for long, payouts do not wait for registrations. */
async function sendWhatIsStillQueued(ctx: Ctx) {
  const { environment } = ctx;
  const late = and(eq(registrations.submission, "queued"), lt(registrations.dueAt, ago(ctx, LATE_AFTER_MS)));
  const queued = await ctx.db
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(late, isNull(registrations.supersededAt), eq(registrations.environment, environment)))
    .orderBy(asc(registrations.dueAt))
    .limit(RECOVERED_AT_ONCE);
  const options = { queue: lateQueue(ctx, "late-registrations"), isLast: true };
  await ctx.db.transaction(async (tx) => {
    for (const { id: registrationRow } of queued)
      await enqueue(
        tx,
        "register-player",
        { environment, registrationRow },
        { key: `register:${registrationRow}`, ...options },
      );
  });
}

async function lookWhereALookIsOverdue(ctx: Ctx) {
  const overdue = and(lt(registrations.nextPollAt, ago(ctx, LATE_AFTER_MS)), isNull(registrations.supersededAt));
  const due = await ctx.db
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(overdue, eq(registrations.environment, ctx.environment)));
  for (const { id } of due) await ctx.db.transaction((tx) => scheduleNextPoll(tx, ctx, id, "now"));
}

const ago = (ctx: Ctx, ms: number) => new Date(ctx.now().getTime() - ms);
