import "server-only";
import { and, eq, max } from "drizzle-orm";
import { attempts, reports } from "@/drizzle/schema/evidence";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { isClosedByOperations, isFinal } from "@/lib/transactions/status/status";
import {
  isNotCreated,
  isPossiblySent,
  isRejected,
  isUnknown,
  isWatched,
  mayBeAtService,
  mayExist,
} from "@/lib/transactions/submission/submission";
import { backoffMs, CLOSED_WATCH_MS, hintBackoffMs, type Pace, REFUSED_WATCH_MS, refusedBackoffMs } from "./backoff";

type AfterRequest = {
  /** What was planned when the request left. */
  planned: Date | null;
  /** The pace at which a check is repeated, of an ended order, too. */
  repeated?: Pace | null;
};
type When = "now" | "hinted" | "in_a_while" | AfterRequest;

/**
 * Schedules the next status check of an order, or none if it is final. Replaces a scheduled check; after a request of ours,
 * except one that was scheduled meanwhile, whose reason may be newer than the answer. `hinted`: caused by an unsigned
 * callback; however many arrive, one check is pending.
 */
export async function scheduleNextPoll(tx: Tx, ctx: Ctx, transactionRow: string, when: When) {
  const mine = eq(transactions.id, transactionRow);
  const [row] = await tx.select().from(transactions).where(mine).for("update");
  if (!row) throw new Error(`no order ${transactionRow}`);

  const { environment, referenceId, submission } = row;
  // A rejected order that was reissued stays polled: if it exists after all, there may be two payments.
  const isDoubtful = isRejected(submission) && !(await isReplaced(tx, row.id));
  const refusedForMs = isDoubtful ? await sinceRefusal(tx, row, ctx.now()) : null;
  const watched = isDoubtful
    ? refusedForMs !== null && refusedForMs < REFUSED_WATCH_MS
    : isWatched(submission) || isRejected(submission) || isPossiblySent(row);
  const mayChange = !isFinal(row.status) || (await isClosedAndWatched(tx, row, ctx.now()));
  const isAsked = when === "now" || when === "hinted" || isRepeated(when);
  const wanted = isAsked ? mayBeAtService(row) : mayChange && watched;
  const nextPollAt = wanted ? new Date(ctx.now().getTime() + waitMs(ctx, row, { when, refusedForMs })) : null;
  const isSooner = row.nextPollAt !== null && (nextPollAt === null || row.nextPollAt <= nextPollAt);
  if (when === "hinted" && nextPollAt !== null && isSooner) return;
  if (typeof when === "object" && isSooner && isPlannedSince(row, when.planned)) return;

  await tx.update(transactions).set({ nextPollAt }).where(mine);
  if (nextPollAt === null) return;
  const key = `ask:${environment}:${referenceId}`;
  await enqueue(tx, "poll-order", { environment, referenceId }, { runAt: nextPollAt, key });
}

/** `refusedForMs`: time since the rejection, if it decides the interval. */
type Waiting = { when: When; refusedForMs: number | null };

function waitMs(ctx: Ctx, row: Order, { when, refusedForMs }: Waiting): number {
  const { polls, lastPolledAt } = row;
  if (when === "now") return 0;
  if (when === "hinted") {
    const sinceMs = lastPolledAt === null ? Number.POSITIVE_INFINITY : ctx.now().getTime() - lastPolledAt.getTime();
    return Math.max(0, hintBackoffMs(polls) - sinceMs);
  }
  const spread = Number.parseInt(ctx.random(2), 16) / 0xffff;
  if (isRepeated(when)) return backoffMs({ polls, pace: when.repeated, spread });
  if (refusedForMs !== null) return refusedBackoffMs({ sinceMs: refusedForMs, spread });
  return backoffMs({ polls, pace: paceOf(row), spread });
}

const isPlannedSince = (row: Order, before: Date | null) =>
  mayBeAtService(row) && row.nextPollAt?.getTime() !== before?.getTime();

const isRepeated = (when: When): when is { planned: Date | null; repeated: Pace } =>
  typeof when === "object" && when.repeated != null;

const isReplaced = async (tx: Tx, id: string) => (await tx.$count(transactions, eq(transactions.replaces, id))) > 0;

/** Time since the rejection; null without one on record. */
async function sinceRefusal(tx: Tx, { id }: Order, now: Date): Promise<number | null> {
  const refusing = and(eq(attempts.transactionRow, id), eq(attempts.outcome, "rejected"));
  const [refused] = await tx
    .select({ at: max(attempts.endedAt) })
    .from(attempts)
    .where(refusing);
  return refused?.at == null ? null : now.getTime() - refused.at.getTime();
}

/**
 * Closed by the service's operations, the one final status that may still change: recently, or replaced by another
 * order.
 */
async function isClosedAndWatched(tx: Tx, { id, status }: Order, now: Date): Promise<boolean> {
  if (!isClosedByOperations(status)) return false;
  // A payment of this one would be a second one.
  if (await isReplaced(tx, id)) return true;
  const closing = and(eq(reports.transactionRow, id), eq(reports.verdict, "moved"));
  const [closed] = await tx
    .select({ at: max(reports.at) })
    .from(reports)
    .where(closing);
  return closed?.at != null && now.getTime() - closed.at.getTime() < CLOSED_WATCH_MS;
}

function paceOf({ submission, status }: Order): Pace {
  if (isClosedByOperations(status)) return "closed";
  if (isUnknown(submission)) return "urgent";
  const isNotExpected = isNotCreated(submission) || isRejected(submission) || !mayExist(submission);
  return isNotExpected ? "permanent" : "usual";
}
