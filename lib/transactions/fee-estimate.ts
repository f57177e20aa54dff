import "server-only";
import { and, desc, eq, gte, isNotNull, sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { addAmounts, plainAmount, timesAmount } from "@/lib/money/amount";
import type { FeeAsked, FeeEstimate } from "./schema";

/** Older fees are not used as an estimate. */
const FEE_WITHIN_MS = 30 * 24 * 3_600_000;

/** The service quotes no fees: past ones are all that is known before an order is accepted. */
export async function getFeeEstimate(ctx: Ctx, asked: FeeAsked): Promise<FeeEstimate> {
  requirePermission(ctx, "transactions:read");
  return { seen: await lastFee(ctx.db, ctx, asked) };
}

/** The latest fee for an order of this type and number of digits; null if there was none. */
export async function lastFee(
  db: Db | Tx,
  ctx: Ctx,
  { type, currency, amount }: FeeAsked,
): Promise<FeeEstimate["seen"]> {
  const digits = (of: unknown) => sql`length(trunc(${of}::numeric)::text)`;
  const [found] = await db
    .select({ fee: transactions.fee, amount: transactions.amount, at: transactions.createdAt })
    .from(transactions)
    .where(
      and(
        eq(transactions.environment, ctx.environment),
        eq(transactions.type, type),
        eq(transactions.currency, currency),
        gte(transactions.createdAt, new Date(ctx.now().getTime() - FEE_WITHIN_MS)),
        isNotNull(transactions.fee),
        sql`${digits(transactions.amount)} = ${digits(amount)}`,
      ),
    )
    .orderBy(desc(transactions.createdAt))
    .limit(1);
  return found && found.fee !== null ? { fee: found.fee, amount: found.amount, at: found.at.toISOString() } : null;
}

type FeesAsked = Omit<FeeAsked, "amount"> & { amounts: string[] };

/** The latest fees of as many orders; null if no fee is known for one of the numbers of digits. */
export async function lastFees(db: Db | Tx, ctx: Ctx, { amounts, ...asked }: FeesAsked): Promise<string | null> {
  let sum = "0";
  for (const [amount, ...others] of Map.groupBy(amounts, wholeDigits).values()) {
    const seen = amount === undefined ? null : await lastFee(db, ctx, { ...asked, amount });
    if (seen === null) return null;
    sum = addAmounts(sum, timesAmount(seen.fee, 1 + others.length));
  }
  return sum;
}

const wholeDigits = (amount: string) => plainAmount(amount).split(".")[0]?.length;
