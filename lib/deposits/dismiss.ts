import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { orderDismissals } from "@/drizzle/schema/follow-ups";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { err, ok, type Result } from "@/lib/result";
import { needsActionIn } from "@/lib/transactions/list/needs-action";
import type { DepositDismissal } from "./schema";

/** It was created again, dismissed or found since the reader saw it. */
export type CannotDismiss = { kind: "not_waiting" };

/**
 * Removes a deposit that was not created, and that is no longer needed, from what needs action, for all users. Its status
 * checks continue: if the service has it after all, the discrepancy is shown.
 */
export async function dismissDeposit(
  ctx: Ctx,
  { referenceId, reason }: DepositDismissal,
): Promise<Result<{ referenceId: string }, CannotDismiss>> {
  requirePermission(ctx, "deposits:create");
  const by = userIdOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
    const [order] = await tx.select({ id: transactions.id }).from(transactions).where(mine).for("update");
    // Asked under the lock, as another user may have dismissed it.
    const isOpen =
      order !== undefined &&
      (await tx.$count(
        transactions,
        and(
          eq(transactions.id, order.id),
          eq(transactions.type, "DEPOSIT"),
          eq(transactions.submission, "not_created"),
          isNull(transactions.discrepancyAt),
          needsActionIn({ ...ctx, db: tx }),
        ),
      )) > 0;
    if (!isOpen) return err({ kind: "not_waiting" });
    const dismissal = { transactionRow: order.id, by, at: ctx.now(), setback: "not_created" };
    await tx.insert(orderDismissals).values(dismissal);
    await record(tx, ctx, { action: "deposit.dismissed", subject: referenceId, detail: { reason } });
    return ok({ referenceId });
  });
}
