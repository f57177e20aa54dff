import "server-only";
import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { deliveries, isToLookUp } from "@/drizzle/schema/deliveries";
import { paymentInstructions } from "@/drizzle/schema/deposits";
import { attempts, exchanges } from "@/drizzle/schema/evidence";
import { registrationAttempts } from "@/drizzle/schema/registration-evidence";
import { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { DAY_MS } from "@/lib/time";

/** So many rows a transaction: the tables stay free for those who write. */
const BATCH = 2_000;

/**
 * Removes headers and bodies, and how a deposit was to be paid, that are older than they are kept. The facts stay: when something came, from where, how
 * it was signed, what was answered and what it did. The database lets nothing else of these rows change.
 */
export async function removeOldRaw(ctx: Ctx, { days }: { days: number }): Promise<{ removed: number }> {
  requirePermission(ctx, "raw_data:delete");
  const before = new Date(ctx.now().getTime() - days * DAY_MS);
  let removed = 0;
  const all = [removeDeliveries, removeExchanges, removeAttempts, removeRegistrationAttempts, removeInstructions];
  for (const removeSome of all) {
    for (let count = BATCH; count === BATCH; removed += count) {
      count = await ctx.db.transaction(async (tx) => {
        const some = await removeSome(tx, ctx, before);
        const subject = before.toISOString();
        if (some > 0) await record(tx, ctx, { action: "raw_data.deleted", subject, detail: { days, count: some } });
        return some;
      });
    }
  }
  return { removed };
}

/** What became of an unknown order is found out with what was sent for it and what was answered. */
const isKnown = (submission: PgColumn) => sql`${submission} is distinct from 'unknown'`;

/** A person decides with the text of both sides. */
const hasOpenDiscrepancy = and(isNotNull(transactions.discrepancyAt), isNull(transactions.resolvedAt));

/** Nothing is to be found out about the order, if there is one. */
const isClear = and(isKnown(transactions.submission), sql`(${hasOpenDiscrepancy}) is not true`);

async function removeDeliveries(tx: Tx, { environment, now }: Ctx, before: Date): Promise<number> {
  const { id, receivedAt, rawRemovedAt, effect, refusal, transactionRow } = deliveries;
  // Unprocessed deliveries are still needed, and those whose order the service is still to be asked about: the body alone
  // names it.
  const isJudged = or(isNotNull(effect), isNotNull(refusal));
  const isDone = and(isJudged, sql`(${isToLookUp(deliveries)}) is not true`);
  // Few orders, read from their index once a batch.
  const open = tx.select({ id: transactions.id }).from(transactions).where(hasOpenDiscrepancy);
  const isOld = and(eq(deliveries.environment, environment), isNull(rawRemovedAt), lt(receivedAt, before));
  const old = tx
    .select({ id })
    .from(deliveries)
    .where(and(isOld, isDone, sql`(${transactionRow} in ${open}) is not true`))
    .limit(BATCH);
  const gone = { headers: {}, body: Buffer.alloc(0), rawRemovedAt: now() };
  return (await tx.update(deliveries).set(gone).where(inArray(id, old)).returning({ id })).length;
}

async function removeExchanges(tx: Tx, { environment, now }: Ctx, before: Date): Promise<number> {
  const { id, sentAt, rawRemovedAt, transactionRow, registrationRow } = exchanges;
  const isOld = and(eq(exchanges.environment, environment), isNull(rawRemovedAt), lt(sentAt, before));
  const old = tx
    .select({ id })
    .from(exchanges)
    .leftJoin(transactions, eq(transactions.id, transactionRow))
    .leftJoin(registrations, eq(registrations.id, registrationRow))
    .where(and(isOld, isClear, isKnown(registrations.submission)))
    .limit(BATCH);
  const gone = { headers: {}, requestBody: "", body: null, rawRemovedAt: now() };
  return (await tx.update(exchanges).set(gone).where(inArray(id, old)).returning({ id })).length;
}

/** The bytes that left, of requests whose outcome is known. */
async function removeAttempts(tx: Tx, { environment, now }: Ctx, before: Date): Promise<number> {
  const { id, claimedAt, rawRemovedAt, outcome, transactionRow } = attempts;
  const isOld = and(isNull(rawRemovedAt), lt(claimedAt, before), isNotNull(outcome));
  const old = tx
    .select({ id })
    .from(attempts)
    .innerJoin(transactions, eq(transactions.id, transactionRow))
    .where(and(eq(transactions.environment, environment), isClear, isOld))
    .limit(BATCH);
  const gone = { body: "", rawRemovedAt: now() };
  return (await tx.update(attempts).set(gone).where(inArray(id, old)).returning({ id })).length;
}

async function removeRegistrationAttempts(tx: Tx, { environment, now }: Ctx, before: Date): Promise<number> {
  const { id, claimedAt, rawRemovedAt, outcome, registrationRow } = registrationAttempts;
  const isOld = and(isNull(rawRemovedAt), lt(claimedAt, before), isNotNull(outcome));
  const old = tx
    .select({ id })
    .from(registrationAttempts)
    .innerJoin(registrations, eq(registrations.id, registrationRow))
    .where(and(eq(registrations.environment, environment), isKnown(registrations.submission), isOld))
    .limit(BATCH);
  const gone = { body: "", rawRemovedAt: now() };
  return (await tx.update(registrationAttempts).set(gone).where(inArray(id, old)).returning({ id })).length;
}

/** Payment instructions of final orders, of which nothing is to be found out. */
async function removeInstructions(tx: Tx, { environment, now }: Ctx, before: Date): Promise<number> {
  const { id, at, rawRemovedAt, transactionRow } = paymentInstructions;
  const isOver = and(eq(transactions.environment, environment), isNull(transactions.nextPollAt));
  const old = tx
    .select({ id })
    .from(paymentInstructions)
    .innerJoin(transactions, eq(transactions.id, transactionRow))
    .where(and(isOver, isClear, isNull(rawRemovedAt), lt(at, before)))
    .limit(BATCH);
  const receiver = { receiverAccount: null, receiverName: null, receiverBank: null };
  const gone = { ...receiver, receiverBankCode: null, receiverBankBranch: null, address: null, rawRemovedAt: now() };
  return (await tx.update(paymentInstructions).set(gone).where(inArray(id, old)).returning({ id })).length;
}
