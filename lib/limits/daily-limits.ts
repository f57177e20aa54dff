import "server-only";
import { and, asc, eq, inArray } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { changeInForce, type DualControl } from "@/lib/auth/dual-control";
import { missingProof } from "@/lib/auth/factors";
import type { Db, Tx } from "@/lib/db/connection";
import type { Environment } from "@/lib/environment";
import { addAmounts, compareAmounts } from "@/lib/money/amount";
import { releaseOrder } from "@/lib/transactions/submission/hold";
import type { HoldReason } from "@/lib/transactions/submission/hold-reasons";
import { lockSums, sentIn24Hours } from "./counted-sums";
import { type DailyLimit, limitOf } from "./rules";

export const DAILY_LIMITS: DualControl<{ limits: DailyLimit[] }> = {
  kind: "daily_limits",
  missing: missingProof,
  audit: (step, { id, change }) => ({ action: `limits.${step}`, subject: id, detail: change }),
};

/** The daily limits in force, or those of before a time; none until two admins have set some. */
export const limitsInForce = async (
  db: Db | Tx,
  environment: Environment,
  before?: Date | null,
): Promise<DailyLimit[]> => (await changeInForce(db, environment, DAILY_LIMITS, before))?.limits ?? [];

type Paid = { currency: string; amount: string };

/** Why the sender holds this payout, where it would exceed the daily limit. Claims of one currency take turns. */
export async function holdForLimit(tx: Tx, ctx: Ctx, { currency, amount }: Paid): Promise<HoldReason | null> {
  await lockSums(tx, ctx, currency);
  const limit = limitOf(await limitsInForce(tx, ctx.environment), currency);
  if (limit === null) return null;
  const total = addAmounts(await sentIn24Hours(tx, ctx, currency), amount);
  return compareAmounts(total, limit) > 0 ? "daily_limit" : null;
}

/** Queues what the daily limit held, the oldest first, where a higher one came into force. Each is checked again. */
export async function releaseLimited(tx: Tx, ctx: Ctx, currencies: string[]): Promise<void> {
  const { environment, currency, submission, heldReason, createdAt } = transactions;
  const limited = and(eq(submission, "queued"), eq(heldReason, "daily_limit"), inArray(currency, currencies));
  const held = await tx
    .select()
    .from(transactions)
    .where(and(eq(environment, ctx.environment), limited))
    .orderBy(asc(createdAt))
    .for("update");
  for (const order of held) await releaseOrder(tx, ctx, order);
}
