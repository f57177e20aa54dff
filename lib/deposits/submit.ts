import "server-only";
import { and, eq } from "drizzle-orm";
import { deposits } from "@/drizzle/schema/deposits";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { HeldBack } from "@/lib/transactions/submission/earlier-orders";
import type { Outcome } from "@/lib/transactions/submission/submission";
import { callbackUrlOf, flagAltered, sendCreate } from "@/lib/transactions/submission/submit";
import { alterationsOf } from "./integrity";
import { termsOnRecord } from "./request";

/** Sends a queued deposit, at most once. What leaves is what was requested; an altered record is not sent. */
export async function sendDeposit(
  ctx: Ctx,
  { transactionRow }: { transactionRow: string },
): Promise<Outcome | "taken" | "held" | "altered" | HeldBack> {
  requirePermission(ctx, "deposits:send");
  const mine = and(eq(transactions.id, transactionRow), eq(transactions.environment, ctx.environment));
  const [found] = await ctx.db
    .select({ order: transactions, intent: deposits })
    .from(transactions)
    .innerJoin(deposits, eq(deposits.transactionRow, transactions.id))
    .where(mine);
  if (!found) throw new Error(`no deposit ${transactionRow}`);

  const { order, intent } = found;
  const terms = termsOnRecord(order, intent);
  if ((await alterationsOf(ctx, order, intent)).length > 0) {
    await flagAltered(ctx, "deposit.altered", order);
    return "altered";
  }
  const { referenceId } = order;
  const callbackUrl = callbackUrlOf(ctx, order);
  return sendCreate(ctx, {
    transactionRow,
    type: "DEPOSIT",
    prepare: () => ctx.api.prepareDeposit({ referenceId, callbackUrl, ...terms }),
    send: ctx.api.sendDeposit,
  });
}
