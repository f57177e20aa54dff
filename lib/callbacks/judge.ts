import "server-only";
import { and, eq, isNull, lt } from "drizzle-orm";
import { deliveries } from "@/drizzle/schema/deliveries";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { planNextLook } from "@/lib/transactions/asking";
import type { Judgement } from "@/lib/transactions/report";
import { recordReport } from "@/lib/transactions/reporting";
import { isFinal } from "@/lib/transactions/state";
import type { Effect } from "./delivery";
import { readCallback } from "./shapes";

/**
 * Decides what a kept delivery means, once. A signed one settles; an unsigned one makes us ask the service, whose
 * answer settles; one that disagrees with our record does nothing and is shown to people.
 */
export async function judgeDelivery(
  ctx: Ctx,
  { deliveryId }: { deliveryId: string },
): Promise<Effect | "nothing to judge"> {
  requirePermission(ctx, "deliveries:judge");
  return ctx.db.transaction(async (tx) => {
    const unjudged = and(
      eq(deliveries.id, deliveryId),
      eq(deliveries.environment, ctx.environment),
      isNull(deliveries.effect),
      isNull(deliveries.refusal),
    );
    const [delivery] = await tx.select().from(deliveries).where(unjudged).for("update");
    if (!delivery) return "nothing to judge";
    const effect = await apply(tx, ctx, delivery);
    await tx.update(deliveries).set({ effect, judgedAt: ctx.now() }).where(eq(deliveries.id, deliveryId));
    return effect;
  });
}

async function apply(tx: Tx, ctx: Ctx, delivery: typeof deliveries.$inferSelect): Promise<Effect> {
  const { id: deliveryId, transactionRow, signature } = delivery;
  const read = readCallback(delivery.body);
  if (!read.ok) throw new Error(`delivery ${deliveryId} was acknowledged but cannot be read`);
  if (transactionRow === null || read.value.kind !== "transaction") return "mismatch";

  const [held] = await tx
    .select({ status: transactions.status })
    .from(transactions)
    .where(eq(transactions.id, transactionRow));
  const { kind: _kind, ...said } = read.value;
  const source = signature === "valid" ? ("signed callback" as const) : ("unsigned callback" as const);
  const judgement = await recordReport(tx, ctx, transactionRow, { source, ...said }, { deliveryId });
  const known = held !== undefined && held.status === said.status && isFinal(held.status);
  const effect = effectOf(judgement, known);
  if (effect === "asked") await planNextLook(tx, ctx, transactionRow, "now");
  return effect;
}

function effectOf({ verdict }: Judgement, known: boolean): Effect {
  switch (verdict) {
    case "mismatch":
      return "mismatch";
    case "hint":
      return known ? "repeat" : "asked";
    case "same":
      return "repeat";
    case "moved":
      return "settled";
    case "conflict":
      return "contested";
  }
}

/** A delivery that nobody has judged after this long was dropped by a process that died. */
const LATE_AFTER_MS = 90_000;

/** Hands deliveries that were kept but never judged to the queue again. */
export async function sweepDeliveries(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:sweep");
  const { environment } = ctx;
  const late = lt(deliveries.receivedAt, new Date(ctx.now().getTime() - LATE_AFTER_MS));
  const unjudged = and(isNull(deliveries.effect), isNull(deliveries.refusal), eq(deliveries.environment, environment));
  const dropped = await ctx.db.select({ id: deliveries.id }).from(deliveries).where(and(unjudged, late));
  await ctx.db.transaction(async (tx) => {
    for (const { id: deliveryId } of dropped) {
      await enqueue(tx, "judge-delivery", { environment, deliveryId }, { key: `judge:${deliveryId}` });
    }
  });
}
