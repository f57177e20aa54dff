import "server-only";
import { and, eq, exists, gte, inArray, isNull, ne, notInArray, or, sum } from "drizzle-orm";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { addAmounts, compareAmounts } from "@/lib/money/amount";
import { lastFee } from "@/lib/transactions/fee-estimate";
import { newestBalance } from "@/lib/transactions/newest-balance";
import { MAY_HAVE_LEFT } from "@/lib/transactions/submission/submission";
import type { Shortfall } from "./advice-view";

/** Maximum age of a balance snapshot. */
const BALANCE_FRESH_MS = 10 * 60_000;

/** The latest balance; null where it is too old to say what can be paid. */
export async function freshBalance(db: Db | Tx, ctx: Ctx, currency: string) {
  const balance = await newestBalance(db, ctx, currency);
  const oldest = ctx.now().getTime() - BALANCE_FRESH_MS;
  return balance && balance.lastSeenAt.getTime() >= oldest ? balance : null;
}

/** What left and is not known as unpaid: a balance from before still includes it. */
export const isTaken = and(
  inArray(transactions.submission, [...MAY_HAVE_LEFT]),
  or(isNull(transactions.status), notInArray(transactions.status, ["FAILED", "CANCELLED"])),
);

/** `besides`: the order itself, if it is among the waiting ones. */
type Asked = { currency: string; amount: string; besides: string | null };

/**
 * The amount by which the balance does not cover a withdrawal, its estimated fee and queued withdrawals. Null if it
 * does, or if the balance is unknown: the service decides in the end.
 */
export async function shortfallOf(db: Db | Tx, ctx: Ctx, asked: Asked): Promise<Shortfall | null> {
  const { currency, amount } = asked;
  const balance = await freshBalance(db, ctx, currency);
  if (!balance) return null;
  // In sequence: a transaction has one connection, which runs one query at a time.
  const seen = await lastFee(db, ctx, { type: "WITHDRAW", currency, amount });
  const waiting = await waitingSum(db, ctx, asked, balance.lastSeenAt);
  const fee = seen?.fee ?? null;
  const needed = addAmounts(addAmounts(amount, fee ?? "0"), waiting);
  if (compareAmounts(needed, balance.available) <= 0) return null;
  const { available, lastSeenAt } = balance;
  return { currency, needed, available, asOf: lastSeenAt.toISOString(), fee, waiting };
}

const ofCurrency = ({ environment }: Ctx, currency: string) =>
  and(
    eq(transactions.environment, environment),
    eq(transactions.type, "WITHDRAW"),
    eq(transactions.currency, currency),
  );

/**
 * Withdrawals of ours that the latest balance still includes: not sent yet, or sent after the snapshot and not known as
 * unpaid. An unknown outcome from before the snapshot is already part of its figure, if the order exists.
 */
async function waitingSum(db: Db | Tx, ctx: Ctx, { currency, besides }: Asked, saidAt: Date): Promise<string> {
  const leftSince = exists(
    db
      .select({ id: attempts.id })
      .from(attempts)
      .where(and(eq(attempts.transactionRow, transactions.id), gte(attempts.claimedAt, saidAt))),
  );
  const waits = or(inArray(transactions.submission, ["awaiting_approval", "queued"]), and(isTaken, leftSince));
  const others = besides === null ? undefined : ne(transactions.id, besides);
  const [found] = await db
    .select({ amount: sum(transactions.amount) })
    .from(transactions)
    .where(and(ofCurrency(ctx, currency), waits, others));
  return found?.amount ?? "0";
}
