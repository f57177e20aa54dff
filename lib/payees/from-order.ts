import "server-only";
import { and, eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { recipientForm } from "./recipient-form";

/** The recipient of a payout, to be proposed as a payee; null where there is no such payout here. */
export async function getRecipientToSave(ctx: Ctx, { referenceId }: { referenceId: string }) {
  requirePermission(ctx, "payees:edit");
  const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
  const [found] = await ctx.db
    .select({ order: transactions, intent: withdrawals })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(mine);
  if (!found) return null;
  const { currency, playerId } = found.order;
  return { ...recipientForm(found.intent), currency, playerId: playerId ?? "" };
}
