import "server-only";
import { and, asc, desc, eq, inArray, isNull, lte, max, ne, sql } from "drizzle-orm";
import { attempts, exchanges } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Db } from "@/lib/db/connection";
import { seesPii } from "@/lib/pii/access";
import { maskedName } from "@/lib/pii/mask";
import { awaitsAttestation, surelyExpiredOf } from "@/lib/transactions/non-creation/rules";
import { nonCreationSoFar } from "@/lib/transactions/non-creation/verify";
import { listWithoutNews } from "@/lib/transactions/queries";
import { ATTENTION_KINDS, type AttentionView } from "@/lib/transactions/schema";
import { isUnknown } from "@/lib/transactions/submission/submission";
import { isDiscrepant, needsActionIn } from "./needs-action";
import { orderRows } from "./order-rows";

/** Rows listed of a kind; its count covers all. */
const SHOWN = 50;

/** Places in `ATTENTION_KINDS`. An unknown outcome with a discrepancy is one of the discrepancies, as on the screen. */
const KIND = sql<number>`case when ${isDiscrepant} then 1 when ${transactions.submission} = 'unknown' then 0 when ${transactions.submission} = 'not_created' then 3 else 2 end`;

/** How many orders need action. */
export async function countAttention(ctx: Ctx): Promise<number> {
  requirePermission(ctx, "transactions:read");
  return ctx.db.$count(transactions, needsActionIn(ctx));
}

/** The orders that need action, most urgent first: of each kind the oldest, so that none hides another. */
export async function listAttention(ctx: Ctx): Promise<AttentionView> {
  requirePermission(ctx, "transactions:read");
  const { db } = ctx;
  const [silent, found] = await Promise.all([listWithoutNews(ctx), firstOfEachKind(ctx)]);
  const counts = countsOf(found);

  const lost = found.filter(({ order }) => isUnknown(order.submission)).map(({ order }) => order.id);
  const signed = await db
    .select({ id: attempts.transactionRow, at: max(attempts.signedAt) })
    .from(attempts)
    .where(inArray(attempts.transactionRow, lost))
    .groupBy(attempts.transactionRow);
  const signedAt = new Map(signed.map(({ id, at }) => [id, at]));
  const waiting = await waitingForWord(db, lost);
  const rows = await orderRows(ctx, found);
  return {
    count: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
    rows: rows.map(({ row, order, kind }) => {
      const at = signedAt.get(order.id);
      return {
        ...row,
        kind,
        partyName: order.partyName && (seesPii(ctx) ? order.partyName : maskedName(order.partyName)),
        expiresAt: at ? surelyExpiredOf(at).toISOString() : null,
        nextPollAt: order.nextPollAt?.toISOString() ?? null,
        awaitsAttestation: waiting.has(order.id),
      };
    }),
    silent,
  };
}

async function firstOfEachKind(ctx: Ctx) {
  const ranked = ctx.db
    .select({
      id: transactions.id,
      at: KIND.as("at"),
      place: sql<number>`row_number() over (partition by ${KIND} order by ${transactions.createdAt})`.as("place"),
      all: sql<number>`(count(*) over (partition by ${KIND}))::int`.as("all"),
    })
    .from(transactions)
    .where(needsActionIn(ctx))
    .as("ranked");
  const found = await ctx.db
    .select({ order: transactions, at: ranked.at, all: ranked.all })
    .from(ranked)
    .innerJoin(transactions, eq(transactions.id, ranked.id))
    .where(lte(ranked.place, SHOWN))
    .orderBy(ranked.at, asc(transactions.createdAt));
  return found.flatMap(({ at, ...one }) => {
    const kind = ATTENTION_KINDS[at];
    return kind ? { ...one, kind } : [];
  });
}

/** A kind has a row where it has any order, and each row has the count of its kind. */
function countsOf(found: Awaited<ReturnType<typeof firstOfEachKind>>): AttentionView["counts"] {
  const counts = { unknown: 0, contradictory: 0, held: 0, notCreated: 0 };
  for (const { kind, all } of found) counts[kind] = all;
  return counts;
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
