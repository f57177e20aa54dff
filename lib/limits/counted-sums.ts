import "server-only";
import { and, eq, exists, gt, notInArray, or, sql, sum } from "drizzle-orm";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { addAmounts } from "@/lib/money/amount";
import { CAME_TO_NOTHING, MAY_HAVE_LEFT } from "@/lib/transactions/submission/submission";
import { type Counted, largestOf, WINDOW_MS } from "./rules";

type Asked = { currency: string; amount: string; requestedBy: string; payeeKey: string };

/** Requests of one environment and currency are serialised, so that concurrent ones count each other. */
export async function lockSums(tx: Tx, ctx: Ctx, currency: string): Promise<void> {
  const name = `withdrawal sums of ${ctx.environment} ${currency}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

const since = (ctx: Ctx) => new Date(ctx.now().getTime() - WINDOW_MS);

const ofCurrency = (ctx: Ctx, currency: string) =>
  and(eq(transactions.environment, ctx.environment), eq(transactions.currency, currency));

/**
 * The sum that the approval rules are compared with: this payout, or with it all that its requester, or anybody for its
 * payee, has requested within 24 hours and that has not ended without leaving. A replaced order ended so: it counts once.
 */
export async function countedSum(db: Db | Tx, ctx: Ctx, asked: Asked): Promise<Counted> {
  const { currency, amount } = asked;
  const byRequester = eq(withdrawals.requestedBy, asked.requestedBy);
  const toPayee = eq(withdrawals.payeeKey, asked.payeeKey);
  const recent = and(gt(withdrawals.requestedAt, since(ctx)), or(byRequester, toPayee));
  const [found] = await db
    .select({
      requester: sql<string>`coalesce(sum(${transactions.amount}) filter (where ${byRequester}), 0)`,
      payee: sql<string>`coalesce(sum(${transactions.amount}) filter (where ${toPayee}), 0)`,
    })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(and(ofCurrency(ctx, currency), recent, notInArray(transactions.submission, CAME_TO_NOTHING)));
  const withThis = (before = "0") => addAmounts(before, amount);
  return largestOf({
    payout: amount,
    requester_24h: withThis(found?.requester),
    payee_24h: withThis(found?.payee),
  });
}

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
