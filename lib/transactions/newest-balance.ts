import "server-only";
import { and, desc, eq } from "drizzle-orm";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";

/** What the service last said of this currency; undefined where it never said anything. */
export async function newestBalance(db: Db | Tx, { environment }: Pick<Ctx, "environment">, currency: string) {
  const [newest] = await db
    .select()
    .from(balanceSnapshots)
    .where(and(eq(balanceSnapshots.environment, environment), eq(balanceSnapshots.currency, currency)))
    .orderBy(desc(balanceSnapshots.id))
    .limit(1);
  return newest;
}
