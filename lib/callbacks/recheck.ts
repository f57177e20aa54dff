import "server-only";
import { and, eq } from "drizzle-orm";
import { deliveries } from "@/drizzle/schema/deliveries";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { err, ok, type Result } from "@/lib/result";
import { scheduleNextPoll } from "@/lib/transactions/polling/schedule";
import { mayBeAtService } from "@/lib/transactions/submission/submission";
import { readCallback } from "./body-schemas";
import type { Signature } from "./delivery";
import { secretsOf, verifySignature } from "./verify";

export type Rechecked = {
  /** The result with the secret of today. */
  signature: Signature;
  /** A status check follows immediately, and its result counts. */
  asks: boolean;
};

/**
 * Checks a delivery again: parses it, verifies its signature with the current secret, and starts a status check. What
 * was recorded at its arrival stays, and a second check alone changes no status.
 */
export async function recheckDelivery(
  ctx: Ctx,
  { deliveryId }: { deliveryId: string },
): Promise<Result<Rechecked, { kind: "not_held" } | { kind: "raw_removed" }>> {
  requirePermission(ctx, "deliveries:recheck");
  const mine = and(eq(deliveries.id, deliveryId), eq(deliveries.environment, ctx.environment));
  const [row] = await ctx.db
    .select({ delivery: deliveries, order: transactions })
    .from(deliveries)
    .leftJoin(transactions, eq(transactions.id, deliveries.transactionRow))
    .where(mine);
  if (!row) return err({ kind: "not_held" });
  const { delivery, order } = row;
  if (delivery.rawRemovedAt !== null) return err({ kind: "raw_removed" });

  const header = delivery.headers["x-signature"] ?? null;
  const isReadable = readCallback(delivery.body).ok;
  const signature = isReadable ? verifySignature(delivery.body.toString("utf8"), header, secretsOf(ctx)) : "unchecked";
  const asks = order !== null && mayBeAtService(order);
  await ctx.db.transaction(async (tx) => {
    if (asks) await scheduleNextPoll(tx, ctx, order.id, "now");
    const detail = { signature, before: delivery.signature, asks };
    await record(tx, ctx, { action: "delivery.rechecked", subject: deliveryId, detail });
  });
  return ok({ signature, asks });
}
