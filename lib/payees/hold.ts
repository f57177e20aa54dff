import "server-only";
import { and, eq, or } from "drizzle-orm";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import type { transactions } from "@/drizzle/schema/transactions";
import type { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Tx } from "@/lib/db/connection";
import type { HoldReason } from "@/lib/transactions/submission/hold-reasons";

type Order = Pick<typeof transactions.$inferSelect, "environment" | "currency">;
type Intent = Pick<typeof withdrawals.$inferSelect, "payeeKey">;

/**
 * Why the sender holds a payout to this account, where the payee book has it: it is blocked, or waits for a second
 * person. However the account was typed, it is the same one. A block and the claim of a payout take turns.
 */
export async function holdForPayee(
  tx: Tx,
  { environment, currency }: Order,
  { payeeKey }: Intent,
): Promise<HoldReason | null> {
  const { id, version, waiting, blockedAt } = payees;
  const isCurrent = or(eq(payeeVersions.version, version), eq(payeeVersions.version, waiting));
  const found = await tx
    .select({ waiting, blockedAt })
    .from(payees)
    .innerJoin(payeeVersions, and(eq(payeeVersions.payeeId, id), isCurrent))
    .where(
      and(eq(payees.environment, environment), eq(payees.currency, currency), eq(payeeVersions.payeeKey, payeeKey)),
    )
    .for("share", { of: payees });
  if (found.some((payee) => payee.blockedAt !== null)) return "payee_blocked";
  return found.some((payee) => payee.waiting !== null) ? "payee_undecided" : null;
}
