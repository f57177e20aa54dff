import "server-only";
import { and, eq, inArray, max } from "drizzle-orm";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { newUntil } from "./rules";

type Asked = { currency: string; payeeKeys: string[] };

/**
 * Until when the newest payee with one of these accounts counts as new; null where none does. The account decides, not
 * the choice in the form: typing it would otherwise avoid the second approval.
 */
export async function newPayeeUntil(
  db: Db | Tx,
  { environment, payeeCoolingHours, now }: Pick<Ctx, "environment" | "payeeCoolingHours" | "now">,
  { currency, payeeKeys }: Asked,
): Promise<Date | null> {
  if (payeeCoolingHours === 0 || payeeKeys.length === 0) return null;
  const { id, version } = payees;
  const [newest] = await db
    .select({ since: max(payeeVersions.accountSince) })
    .from(payees)
    .innerJoin(payeeVersions, and(eq(payeeVersions.payeeId, id), eq(payeeVersions.version, version)))
    .where(
      and(
        eq(payees.environment, environment),
        eq(payees.currency, currency),
        inArray(payeeVersions.payeeKey, payeeKeys),
      ),
    );
  return newest?.since ? newUntil(newest.since, payeeCoolingHours, now()) : null;
}
