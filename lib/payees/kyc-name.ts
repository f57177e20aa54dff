import "server-only";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { registrations } from "@/drizzle/schema/registrations";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { isRegistered, KYC_STATUSES } from "@/lib/kyc/state";

/**
 * The name that the service registered the player under, the last one of several; unknown where others registered it. One
 * that was refused, failed or waits is no KYC name, and the one before it still is.
 */
export async function registeredName(
  db: Db | Tx,
  { environment }: Pick<Ctx, "environment">,
  playerId: string | null,
): Promise<string | null> {
  if (playerId === null) return null;
  const { status, userName, supersededAt, createdAt } = registrations;
  const ofPlayer = and(eq(registrations.environment, environment), eq(registrations.playerId, playerId));
  const [found] = await db
    .select({ userName })
    .from(registrations)
    .where(and(ofPlayer, inArray(status, KYC_STATUSES.filter(isRegistered))))
    // The newest first, also where the clock stood still.
    .orderBy(sql`${supersededAt} desc nulls first`, desc(createdAt))
    .limit(1);
  return found?.userName ?? null;
}
