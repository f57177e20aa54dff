import "server-only";
import { and, eq } from "drizzle-orm";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import type { Ctx } from "@/lib/auth/context";
import { isCurrentVersion } from "./known-by";

type Intent = { payeeId: string | null; payeeVersion: number | null; payeeKey: string };
type PayeeOfOrder = { payeeId: string; version: number | null; isCurrent: boolean };

/** The payee that an order names, with the version that was chosen; else the one that has its account now. */
export async function payeeOf(
  { db, environment }: Pick<Ctx, "db" | "environment">,
  { currency }: { currency: string },
  intent: Intent,
): Promise<PayeeOfOrder | null> {
  const { id, version } = payees;
  if (intent.payeeId !== null) {
    const [payee] = await db.select({ version }).from(payees).where(eq(id, intent.payeeId));
    const chosen = intent.payeeVersion;
    return { payeeId: intent.payeeId, version: chosen, isCurrent: payee?.version === chosen };
  }
  const [payee] = await db
    .select({ id })
    .from(payees)
    .innerJoin(payeeVersions, and(eq(payeeVersions.payeeId, id), isCurrentVersion))
    .where(
      and(
        eq(payees.environment, environment),
        eq(payees.currency, currency),
        eq(payeeVersions.payeeKey, intent.payeeKey),
      ),
    )
    .limit(1);
  return payee ? { payeeId: payee.id, version: null, isCurrent: true } : null;
}
