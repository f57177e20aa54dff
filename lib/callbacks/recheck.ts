import "server-only";
import { and, eq } from "drizzle-orm";
import { deliveries } from "@/drizzle/schema/deliveries";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { err, ok, type Result } from "@/lib/result";
import { scheduleNextPoll } from "@/lib/transactions/polling/schedule";
import { mayExist } from "@/lib/transactions/submission/submission";
import { readCallback } from "./body-schemas";
import type { Signature } from "./delivery";
import { secretsOf, verifySignature } from "./verify";

export type Rechecked = {
  /** As it is found now, with the secret that is set now. */
  signature: Signature;
  /** Its order is checked immediately, and the result counts. */
  asks: boolean;
};

/**
 * Checks a delivery again: reads it, verifies its signature with the secret of today, and has the service asked about
 * its order. What was noted when it came stays as it is, and nothing is believed because it was checked twice.
 */
export async function recheckDelivery(
  ctx: Ctx,
  { deliveryId }: { deliveryId: string },
): Promise<Result<Rechecked, { kind: "not_held" } | { kind: "raw_removed" }>> {
  requirePermission(ctx, "deliveries:recheck");
  const mine = and(eq(deliveries.id, deliveryId), eq(deliveries.environment, ctx.environment));
  const [row] = await ctx.db
    .select({ delivery: deliveries, submission: transactions.submission, orderId: transactions.id })
    .from(deliveries)
    .leftJoin(transactions, eq(transactions.id, deliveries.transactionRow))
    .where(mine);
  if (!row) return err({ kind: "not_held" });
  const { delivery, orderId, submission } = row;
  if (delivery.rawRemovedAt !== null) return err({ kind: "raw_removed" });

  const header = delivery.headers["x-signature"] ?? null;
  const isReadable = readCallback(delivery.body).ok;
  const signature = isReadable ? verifySignature(delivery.body.toString("utf8"), header, secretsOf(ctx)) : "unchecked";
  const asks = orderId !== null && mayExist(submission);
  await ctx.db.transaction(async (tx) => {
    if (asks) await scheduleNextPoll(tx, ctx, orderId, "now");
    const detail = { signature, before: delivery.signature, asks };
    await record(tx, ctx, { action: "delivery.rechecked", subject: deliveryId, detail });
  });
  return ok({ signature, asks });
}
