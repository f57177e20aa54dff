import "server-only";
import { and, desc, eq } from "drizzle-orm";
import { freezes } from "@/drizzle/schema/freezes";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";

/**
 * Until when a lost database may have sent rows of a batch that is made now: it may have had the same file. Null where
 * the database was never replaced. Payouts were frozen from the change until they were resumed, so nothing left later.
 */
export async function possiblySentUntil(tx: Tx, { environment, now }: Pick<Ctx, "environment" | "now">) {
  const changed = and(eq(freezes.environment, environment), eq(freezes.cause, "database_changed"));
  const [newest] = await tx
    .select({ resumedAt: freezes.resumedAt })
    .from(freezes)
    .where(changed)
    .orderBy(desc(freezes.frozenAt))
    .limit(1);
  return newest ? (newest.resumedAt ?? now()) : null;
}
