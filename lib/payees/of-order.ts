import "server-only";
import { eq, isNull } from "drizzle-orm";
import { payees } from "@/drizzle/schema/payees";
import type { Ctx } from "@/lib/auth/context";
import { payeesWith } from "./known-by";

type Intent = { payeeId: string | null; payeeVersion: number | null; payeeKey: string };
type PayeeOfOrder = { payeeId: string; version: number | null; isCurrent: boolean };

/**
 * The payee that an order names, with the version that was chosen; else the one that has its account. A blocked one comes
 * first, as it is the one to unblock where the order is held.
 */
export async function payeeOf(
  ctx: Pick<Ctx, "db" | "environment">,
  { currency }: { currency: string },
  intent: Intent,
): Promise<PayeeOfOrder | null> {
  if (intent.payeeId !== null) {
    const { id, version } = payees;
    const [payee] = await ctx.db.select({ version }).from(payees).where(eq(id, intent.payeeId));
    const chosen = intent.payeeVersion;
    return { payeeId: intent.payeeId, version: chosen, isCurrent: payee?.version === chosen };
  }
  const [found] = await payeesWith(ctx.db, ctx, { currency, payeeKeys: [intent.payeeKey] })
    .orderBy(isNull(payees.blockedAt))
    .limit(1);
  return found ? { payeeId: found.payee.id, version: null, isCurrent: true } : null;
}
