import "server-only";
import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import { batchApprovals, batchRows } from "@/drizzle/schema/batches";
import { freezes } from "@/drizzle/schema/freezes";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { holdersOf } from "@/lib/auth/key-holders";
import { lastChecks } from "@/lib/transactions/exchanges";
import { isEnvironmentFrozen, isOpenFreeze } from "@/lib/transactions/freezes/guard";
import { lostRequestsExpireAt } from "@/lib/transactions/non-creation/rules";
import { pausedUntil } from "@/lib/transactions/polling/admission";
import { unknownTwins } from "@/lib/withdrawals/unknown-twin";
import type { Batch } from "./access";
import type { BatchWait } from "./schema";
import { IN_FLIGHT_MAX, isSending } from "./state";
import { isWaiting, nextRow } from "./waiting-rows";

/** Why a batch that is being sent sends nothing now; null where it does, or waits for an answer. */
export async function waitOf(ctx: Ctx, batch: Batch): Promise<BatchWait | null> {
  if (!isSending(batch.state)) return null;
  const { possiblySentUntil, id } = batch;
  if (await isEnvironmentFrozen(ctx)) return { reason: "frozen" };
  if (await isUserFrozen(ctx, batch)) return { reason: "user_frozen" };
  const until = await pausedUntil(ctx);
  if (until !== null) return { reason: "service", until };
  const expires = possiblySentUntil && lostRequestsExpireAt(possiblySentUntil);
  if (expires && expires > ctx.now()) return { reason: "lost_database", until: expires.toISOString() };
  if (await lacksAnswers(ctx, id)) return { reason: "no_answer" };
  if ((await nextRow(ctx.db, ctx, id)) !== null) return null;
  const [row] = await ctx.db.select().from(batchRows).where(isWaiting(id)).orderBy(asc(batchRows.line)).limit(1);
  if (!row?.payeeKey || !row.currency || !row.amount) return null;
  const { line, payeeKey, currency, amount } = row;
  const [twin] = await unknownTwins(ctx.db, ctx, { payeeKey, currency, amount }).limit(1);
  return twin ? { reason: "unknown_outcome", line, ...twin } : null;
}

/** Each order of the batch has its requester, who know the secret of the key where one requested it, and its approvers. */
async function isUserFrozen({ db, environment }: Ctx, { id, requestedBy, root }: Batch): Promise<boolean> {
  if (requestedBy === null || root === null) return false;
  const { batchId, digest, decision, by } = batchApprovals;
  const approved = and(eq(batchId, id), eq(digest, root), eq(decision, "approved"));
  const approvers = db.select({ by }).from(batchApprovals).where(approved);
  const requesters = [requestedBy, ...(await holdersOf(db, requestedBy))];
  const covers = or(inArray(freezes.userId, requesters), inArray(freezes.userId, approvers));
  return (await db.$count(freezes, and(isOpenFreeze(environment), covers))) > 0;
}

/** So many of its orders as may be on their way together were looked up without an answer: no further row becomes one. */
async function lacksAnswers({ db, environment }: Ctx, batchId: string): Promise<boolean> {
  const mine = and(eq(batchRows.transactionRow, transactions.id), eq(batchRows.batchId, batchId));
  const queued = await db
    .select({ id: transactions.id })
    .from(transactions)
    .innerJoin(batchRows, mine)
    .where(
      and(
        eq(transactions.environment, environment),
        eq(transactions.submission, "queued"),
        isNull(transactions.heldAt),
      ),
    );
  if (queued.length < IN_FLIGHT_MAX) return false;
  const checks = await Promise.all(queued.map((order) => lastChecks(db, order)));
  return checks.filter(({ lastTriedAt }) => lastTriedAt !== null).length >= IN_FLIGHT_MAX;
}
