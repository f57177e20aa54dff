import "server-only";
import { eq } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { requestedIn24Hours } from "@/lib/limits/counted-sums";
import { limitOf } from "@/lib/limits/rules";
import { addAmounts, compareAmounts, subtractAmounts } from "@/lib/money/amount";

/** `left`: what the key may still request now; null where it may request nothing in this currency at all. */
export type ExceedsKeyLimit = { kind: "exceeds_key_limit"; currency: string; left: string | null };

/** `isRepeat`: an equal payout was requested before, or waits in a batch. A person decides whether it is meant. */
type Asked = { currency: string; amount: string; isRepeat?: boolean };

/** `approvers`: how many people the key needs besides what the approval rules say. */
type Allowed = { kind: "allowed"; approvers: 0 | 1 };

/**
 * Whether the key may request this now. After `lockSums` of the currency, so that concurrent requests count each other.
 * A person has no such limit.
 */
export async function checkKeyLimit(
  tx: Tx,
  ctx: Ctx,
  { currency, amount, isRepeat = false }: Asked,
): Promise<Allowed | ExceedsKeyLimit> {
  const { actor } = ctx;
  if (actor.kind !== "api_key") return { kind: "allowed", approvers: 0 };
  // Revoking waits for this request, or comes before it.
  const [key] = await tx.select().from(apiKeys).where(eq(apiKeys.id, actor.id)).for("share");
  if (!key || key.revokedAt !== null) throw new Forbidden(`api key ${actor.id} was revoked`);
  const limit = limitOf(key.limits, currency);
  if (limit === null) return { kind: "exceeds_key_limit", currency, left: null };
  const before = await requestedIn24Hours(tx, ctx, { currency, requestedBy: actor.id });
  const total = addAmounts(before, amount);
  if (compareAmounts(total, limit) > 0) {
    const left = compareAmounts(before, limit) < 0 ? subtractAmounts(limit, before) : "0";
    return { kind: "exceeds_key_limit", currency, left };
  }
  const alone = limitOf(key.unattended, currency);
  const isAlone = !isRepeat && alone !== null && compareAmounts(total, alone) <= 0;
  return { kind: "allowed", approvers: ctx.environment === "production" && !isAlone ? 1 : 0 };
}
