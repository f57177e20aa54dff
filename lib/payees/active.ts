import "server-only";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";

/** The payees with these accounts that can be paid now, each by its version in force. */
export async function activePayees(db: Db | Tx, { environment }: Pick<Ctx, "environment">, payeeKeys: string[]) {
  if (payeeKeys.length === 0) return [];
  const isActive = and(eq(payees.environment, environment), isNull(payees.blockedAt), isNull(payees.waiting));
  return db
    .select({
      payeeId: payees.id,
      version: payeeVersions.version,
      currency: payees.currency,
      payeeKey: payeeVersions.payeeKey,
      holder: payeeVersions.destinationAccountName,
      bank: payeeVersions.destinationName,
      branch: payeeVersions.destinationBranchName,
    })
    .from(payees)
    .innerJoin(payeeVersions, and(eq(payeeVersions.payeeId, payees.id), eq(payeeVersions.version, payees.version)))
    .where(and(isActive, inArray(payeeVersions.payeeKey, payeeKeys)));
}

/** One payee, where it can be paid now, with what its version in force says. */
export async function activePayee(db: Db, { environment }: Pick<Ctx, "environment">, payeeId: string) {
  const isActive = and(eq(payees.environment, environment), isNull(payees.blockedAt), isNull(payees.waiting));
  const [found] = await db
    .select({ currency: payees.currency, says: payeeVersions })
    .from(payees)
    .innerJoin(payeeVersions, and(eq(payeeVersions.payeeId, payees.id), eq(payeeVersions.version, payees.version)))
    .where(and(isActive, eq(payees.id, payeeId)));
  return found ?? null;
}
