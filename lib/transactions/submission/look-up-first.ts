import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import { attempts } from "@/drizzle/schema/evidence";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { type Failure, isNotFound } from "@/lib/payments-api/failure";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { keepExchange } from "@/lib/transactions/exchanges";
import {
  becomeUnknown,
  freezeAfterChange,
  markDoubtful,
  sentElsewhere,
} from "@/lib/transactions/freezes/database-change";
import { frozenBy } from "@/lib/transactions/freezes/guard";
import { lostRequestsExpireAt } from "@/lib/transactions/non-creation/rules";
import { control } from "@/lib/transactions/non-creation/verify";
import { recordHealth } from "@/lib/transactions/polling/admission";
import { scheduleNextPoll } from "@/lib/transactions/polling/schedule";
import { isQueued, mayExist } from "./submission";

/** A restore from a backup takes longer than this. */
const FRESH_MS = 60_000;

/**
 * Checks a queued order with the service before it is submitted, if another database may have submitted it: it waited
 * longer than a minute, replaces another under a predictable id, is among the rows with which a batch begins or goes on, or
 * was marked after a change of the database. "later": it exists, may exist, is frozen, or the service gave no answer.
 */
export async function lookUpFirst(ctx: Ctx, transactionRow: string): Promise<"send" | "later" | "no_answer"> {
  const [order] = await ctx.db.select().from(transactions).where(eq(transactions.id, transactionRow));
  if (!order || !isQueued(order.submission)) return "later";
  const isMarked = order.possiblySentUntil !== null;
  if (isMarked && !isOpenedAfterExpiry(order)) {
    await lockQueued(ctx, transactionRow, becomeUnknown);
    return "later";
  }
  if (order.discrepancyAt !== null || order.heldAt !== null) return "later";
  const isAsked = order.replaces !== null || isMarked || (await hasWaited(ctx, order));
  const isFirst = !isAsked && (await beginsBatch(ctx, order));
  if (!isAsked && !isFirst) return "send";
  if (await frozenBy(ctx.db, ctx, transactionRow)) {
    // Its sender asks nothing until the freeze ends.
    if (isMarked) await lockQueued(ctx, transactionRow, pollUnlessPlanned);
    return "later";
  }

  const answer = await ctx.api.transaction(order.referenceId);
  await recordHealth(ctx, answer, false);
  await ctx.db.transaction((tx) => keepExchange(tx, ctx, { transactionRow, purpose: "status_check", answer }));
  const { result } = answer;
  if (!result.ok) {
    // Our key is refused to both: the answer to the order pauses its batch.
    if (isFirst && refusesAccess(result.error)) return "send";
    if (!isNotFound(result.error)) return "no_answer";
    return !isMarked || (await control(ctx, order)) ? "send" : "no_answer";
  }

  // Another instance has looked it up as well, and sent it meanwhile.
  if (!(await markIfStopped(ctx, transactionRow))) return "later";
  // It was not submitted from this database but exists: another database submitted it, and perhaps others. What a lost
  // database sent of a marked batch was expected. The freeze comes first: once the order counts as accepted, the next row of
  // its batch would not be asked about.
  try {
    if (!isMarked) await freezeAfterChange(ctx, sentElsewhere(ctx), null);
    await lockQueued(ctx, transactionRow, becomeUnknown);
  } finally {
    // Where it was stopped before the freeze, also one that failed: no sender would ask again and repeat it.
    await markIfStopped(ctx, transactionRow);
  }
  await checkOrderStatus(ctx, order);
  return "later";
}

/**
 * A row of a batch, or a replacement, that a lost database may have sent under the same id. All that it sent has expired
 * since, so that one answer proves whether it did.
 */
const isOpenedAfterExpiry = ({ possiblySentUntil: until, createdAt }: Order) =>
  until !== null && createdAt >= lostRequestsExpireAt(until);

const refusesAccess = (failure: Failure) =>
  failure.kind === "refused" && (failure.status === 401 || failure.status === 403);

/** So many rows of a batch are asked about: were they sent by a database that was lost unnoticed, the others may be, too. */
const ASKED_ROWS = 3;

/**
 * It is a row of a batch of which fewer than these have left within a minute and been accepted: what a backup holds as
 * accepted says nothing of the rows that the lost database sent after it.
 */
async function beginsBatch({ db, now }: Ctx, { id }: Order): Promise<boolean> {
  const since = new Date(now().getTime() - FRESH_MS).toISOString();
  const found = await db.execute<{ accepted: number }>(sql`
    select (select count(*)::int from (
      select from batch_rows sent join transactions t on t.id = sent.transaction_row
      where sent.batch_id = mine.batch_id and sent.ordered_at > ${since}::timestamptz and t.submission = 'accepted'
      limit ${ASKED_ROWS}) as fresh) as accepted
    from batch_rows mine where mine.transaction_row = ${id}`);
  const [row] = found.rows;
  return row !== undefined && row.accepted < ASKED_ROWS;
}

/** Since it was queued or since a request that provably was not sent. */
async function hasWaited({ db, now }: Ctx, { id, createdAt }: Order): Promise<boolean> {
  const [last] = await db
    .select({ at: attempts.endedAt })
    .from(attempts)
    .where(eq(attempts.transactionRow, id))
    .orderBy(desc(attempts.number))
    .limit(1);
  return now().getTime() - (last?.at ?? createdAt).getTime() > FRESH_MS;
}

async function lockQueued(ctx: Ctx, id: string, change: (tx: Tx, ctx: Ctx, order: Order) => Promise<void>) {
  await ctx.db.transaction(async (tx) => {
    const mine = and(eq(transactions.id, id), eq(transactions.submission, "queued"));
    const [order] = await tx.select().from(transactions).where(mine).for("update");
    if (order) await change(tx, ctx, order);
  });
}

const pollUnlessPlanned = async (tx: Tx, ctx: Ctx, { id, nextPollAt }: Order) => {
  if (nextPollAt === null) await scheduleNextPoll(tx, ctx, id, "in_a_while");
};

/**
 * An order that did not leave and is not queued any more, such as one that a person stopped while it was looked up, has no
 * sender that would ask again: it is marked. False where a request may have left. The lock waits for a claim that is being
 * written.
 */
const markIfStopped = (ctx: Ctx, id: string): Promise<boolean> =>
  ctx.db.transaction(async (tx) => {
    const [order] = await tx.select().from(transactions).where(eq(transactions.id, id)).for("update");
    if (!order || mayExist(order.submission)) return false;
    if (!isQueued(order.submission) && order.possiblySentUntil === null) await markDoubtful(tx, ctx, order);
    return true;
  });
