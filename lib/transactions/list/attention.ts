import "server-only";
import { and, asc, count, desc, inArray, isNull, max, ne, sql } from "drizzle-orm";
import { attempts, exchanges } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Db } from "@/lib/db/connection";
import { seesPii } from "@/lib/pii/access";
import { maskedName } from "@/lib/pii/mask";
import { awaitsAttestation, surelyExpiredOf } from "@/lib/transactions/non-creation/rules";
import { nonCreationSoFar } from "@/lib/transactions/non-creation/verify";
import { listWithoutNews } from "@/lib/transactions/queries";
import type { AttentionView } from "@/lib/transactions/schema";
import { isUnknown } from "@/lib/transactions/submission/submission";
import { needsActionIn } from "./needs-action";
import { orderRows } from "./order-rows";

/** Rows listed; the count covers all. */
const SHOWN = 50;

/** Unknown outcomes are first, as their time runs; then discrepancies; orders that were not created can wait. */
const URGENCY = sql`case when ${transactions.submission} = 'unknown' then 0 when ${transactions.discrepancyAt} is not null and ${transactions.resolvedAt} is null then 1 when ${transactions.heldAt} is not null then 2 else 3 end`;

/** How many orders need action. */
export async function countAttention(ctx: Ctx): Promise<number> {
  requirePermission(ctx, "transactions:read");
  return ctx.db.$count(transactions, needsActionIn(ctx));
}

/** The orders that need action, most urgent first. */
export async function listAttention(ctx: Ctx): Promise<AttentionView> {
  requirePermission(ctx, "transactions:read");
  const { db } = ctx;
  const mine = needsActionIn(ctx);
  const [silent, [counted], orders] = await Promise.all([
    listWithoutNews(ctx),
    db.select({ all: count() }).from(transactions).where(mine),
    db.select().from(transactions).where(mine).orderBy(URGENCY, asc(transactions.createdAt)).limit(SHOWN),
  ]);

  const lost = orders.filter(({ submission }) => isUnknown(submission)).map(({ id }) => id);
  const signed = await db
    .select({ id: attempts.transactionRow, at: max(attempts.signedAt) })
    .from(attempts)
    .where(inArray(attempts.transactionRow, lost))
    .groupBy(attempts.transactionRow);
  const signedAt = new Map(signed.map(({ id, at }) => [id, at]));
  const waiting = await waitingForWord(db, lost);
  const rows = await orderRows(ctx, orders);
  return {
    count: counted?.all ?? 0,
    rows: orders.flatMap((order, index) => {
      const row = rows[index];
      if (!row) return [];
      const at = signedAt.get(order.id);
      return {
        ...row,
        partyName: order.partyName && (seesPii(ctx) ? order.partyName : maskedName(order.partyName)),
        expiresAt: at ? surelyExpiredOf(at).toISOString() : null,
        nextPollAt: order.nextPollAt?.toISOString() ?? null,
        awaitsAttestation: waiting.has(order.id),
      };
    }),
    silent: silent.slice(0, SHOWN),
  };
}

/** Found, or a 404 of the service: anything else says nothing about the order, as in a proof. */
const saysSomething = sql`(${exchanges.failure} is null or ${exchanges.failure} @> '{"kind": "refused", "status": 404}')`;

/** Few: only if the service's latest answer about the order did not state its time. */
async function waitingForWord(db: Db, lost: string[]): Promise<Set<string>> {
  const newest = db
    .selectDistinctOn([exchanges.transactionRow], { id: exchanges.transactionRow, serviceTime: exchanges.serviceTime })
    .from(exchanges)
    .where(and(inArray(exchanges.transactionRow, lost), ne(exchanges.purpose, "create"), saysSomething))
    .orderBy(exchanges.transactionRow, desc(exchanges.sentAt))
    .as("newest");
  const untold = await db.select({ id: newest.id }).from(newest).where(isNull(newest.serviceTime));
  const waiting = new Set<string>();
  for (const { id } of untold) {
    const proof = id === null ? null : await nonCreationSoFar(db, { id });
    if (id !== null && proof && awaitsAttestation(proof.nonCreation)) waiting.add(id);
  }
  return waiting;
}
