import "server-only";
import { and, eq, exists, gt, isNull, notInArray, or, sql, sum } from "drizzle-orm";
import { type PgColumn, unionAll } from "drizzle-orm/pg-core";
import { batches, batchRows, isPendingBatch } from "@/drizzle/schema/batches";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { peopleBehind } from "@/lib/auth/key-holders";
import type { Db, Tx } from "@/lib/db/connection";
import { lockNamed } from "@/lib/db/locks";
import { addAmounts, compareAmounts } from "@/lib/money/amount";
import { CAME_TO_NOTHING, MAY_HAVE_LEFT } from "@/lib/transactions/submission/submission";
import { type Counted, largestOf, WINDOW_MS } from "./rules";

type Asked = { currency: string; amount: string; requestedBy: string; payeeKey: string };

/** `besides`: orders that are not counted. */
type Besides = { besides?: string[] };

/** Requests of one environment and currency are serialised, so that concurrent ones count each other. */
export async function lockSums(tx: Tx, ctx: Ctx, currency: string): Promise<void> {
  await lockNamed(tx, `withdrawal sums of ${ctx.environment} ${currency}`);
}

const since = (ctx: Ctx) => new Date(ctx.now().getTime() - WINDOW_MS);

const ofCurrency = (ctx: Ctx, currency: string) =>
  and(eq(transactions.environment, ctx.environment), eq(transactions.currency, currency));

/**
 * The sum that the approval rules are compared with: this payout, or with it all that its requester, one person
 * with the keys that they know, or anybody for its payee, has requested within 24 hours and that has not ended without
 * leaving. A replaced order ended so: it counts once.
 */
export async function countedSum(db: Db | Tx, ctx: Ctx, asked: Asked & Besides): Promise<Counted> {
  const { amount } = asked;
  const before = await requestedBefore(db, ctx, { ...asked, payeeKeys: [asked.payeeKey] });
  return largestOf({
    payout: amount,
    requester_24h: addAmounts(before.requester, amount),
    person_24h: addAmounts(before.person, amount),
    payee_24h: addAmounts(before.ofPayee(asked.payeeKey), amount),
  });
}

type AskedBatch = { currency: string; requestedBy: string; rows: { amount: string; payeeKey: string }[] };

/** The same for a batch: its sum, or the largest that it makes of a requester's or a payee's 24 hours. */
export async function countedBatch(db: Db | Tx, ctx: Ctx, { rows, ...asked }: AskedBatch): Promise<Counted> {
  const total = sumOf(rows);
  const byPayee = Map.groupBy(rows, ({ payeeKey }) => payeeKey);
  const before = await requestedBefore(db, ctx, { ...asked, payeeKeys: [...byPayee.keys()] });
  const payees = [...byPayee].map(([key, own]) => addAmounts(before.ofPayee(key), sumOf(own)));
  return largestOf({
    batch: total,
    requester_24h: addAmounts(before.requester, total),
    person_24h: addAmounts(before.person, total),
    payee_24h: largestIn(payees),
  });
}

const sumOf = (rows: { amount: string }[]) => rows.reduce((total, { amount }) => addAmounts(total, amount), "0");
const largestIn = (sums: string[]) =>
  sums.reduce((largest, one) => (compareAmounts(one, largest) > 0 ? one : largest), "0");

type AskedBefore = { currency: string; requestedBy: string; payeeKeys: string[] };

/**
 * What the requester, the one who requested most of the people behind, and anybody for these payees, has requested. Their
 * keys are read under `lockSums`: with one that is new since, nothing is requested before this is committed.
 */
async function requestedBefore(db: Db | Tx, ctx: Ctx, asked: AskedBefore & Besides) {
  const { requestedBy } = asked;
  const people = await peopleBehind(db, requestedBy);
  const rows = await requestedOf(db, ctx, { ...asked, requesters: [requestedBy, ...people.flat()] });
  const byRequester = Map.groupBy(rows, (row) => row.requestedBy);
  const byPayee = Map.groupBy(rows, ({ payeeKey }) => payeeKey);
  const ofRequesters = (ids: string[]) => sumOf(ids.flatMap((id) => byRequester.get(id) ?? []));
  return {
    requester: ofRequesters([requestedBy]),
    person: largestIn(people.map(ofRequesters)),
    ofPayee: (key: string) => sumOf(byPayee.get(key) ?? []),
  };
}

/** What this requester has requested within 24 hours and has not ended without leaving: as orders, and as rows of batches. */
export async function requestedIn24Hours(
  db: Db | Tx,
  ctx: Ctx,
  { currency, requestedBy }: Pick<Asked, "currency" | "requestedBy">,
): Promise<string> {
  return sumOf(await requestedOf(db, ctx, { currency, requesters: [requestedBy], payeeKeys: [] }));
}

type Of = { currency: string; requesters: string[]; payeeKeys: string[] };

/** The sums of each of these requesters, and of anybody for these payees: as orders, and as rows that are none yet. */
function requestedOf(db: Db | Tx, ctx: Ctx, { currency, requesters, payeeKeys, besides = [] }: Of & Besides) {
  const isAsked = (requestedBy: PgColumn, payeeKey: PgColumn) =>
    or(isOneOf(requestedBy, requesters, "uuid"), isOneOf(payeeKey, payeeKeys, "text"));
  const recent = and(gt(withdrawals.requestedAt, since(ctx)), isAsked(withdrawals.requestedBy, withdrawals.payeeKey));
  const counts = and(notInArray(transactions.id, besides), notInArray(transactions.submission, CAME_TO_NOTHING));
  const orders = db
    .select(summed(withdrawals.requestedBy, withdrawals.payeeKey, transactions.amount))
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(and(ofCurrency(ctx, currency), recent, counts))
    .groupBy(withdrawals.requestedBy, withdrawals.payeeKey);
  const waiting = and(isNull(batchRows.transactionRow), isNull(batchRows.excludedBy));
  const pending = and(eq(batches.environment, ctx.environment), isPendingBatch);
  const rows = db
    .select(summed(batches.requestedBy, batchRows.payeeKey, batchRows.amount))
    .from(batchRows)
    .innerJoin(batches, eq(batches.id, batchRows.batchId))
    .where(and(pending, waiting, eq(batchRows.currency, currency), isAsked(batches.requestedBy, batchRows.payeeKey)))
    .groupBy(batches.requestedBy, batchRows.payeeKey);
  // One statement sees one moment: a row that becomes an order between two would be in neither.
  return unionAll(orders, rows);
}

/** As one parameter: a batch pays ten thousand accounts. */
const isOneOf = (column: PgColumn, values: string[], type: "uuid" | "text") =>
  sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`;

const summed = (requestedBy: PgColumn, payeeKey: PgColumn, amount: PgColumn) => ({
  requestedBy: sql<string | null>`${requestedBy}`,
  payeeKey: sql<string | null>`${payeeKey}`,
  amount: sql<string>`coalesce(sum(${amount}), 0)`,
});

/** What left within 24 hours, or may have. */
export async function sentIn24Hours(tx: Tx, ctx: Ctx, currency: string): Promise<string> {
  const ofOrder = and(eq(attempts.transactionRow, transactions.id), gt(attempts.claimedAt, since(ctx)));
  const claimed = exists(tx.select({ id: attempts.id }).from(attempts).where(ofOrder));
  const isPayout = and(eq(transactions.type, "WITHDRAW"), sql`${transactions.submission} in ${MAY_HAVE_LEFT}`);
  const [found] = await tx
    .select({ amount: sum(transactions.amount) })
    .from(transactions)
    .where(and(ofCurrency(ctx, currency), isPayout, claimed));
  return found?.amount ?? "0";
}
