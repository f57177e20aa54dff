import "server-only";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { registrations } from "@/drizzle/schema/registrations";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";

/** The player's name as it was last registered for KYC. */
export async function registeredName(
  db: Db | Tx,
  { environment }: Pick<Ctx, "environment">,
  playerId: string | null,
): Promise<string | null> {
  if (playerId === null) return null;
  const current = and(eq(registrations.environment, environment), eq(registrations.playerId, playerId));
  const [found] = await db
    .select({ userName: registrations.userName })
    .from(registrations)
    .where(and(current, isNull(registrations.supersededAt), isNotNull(registrations.userName)));
  return found?.userName ?? null;
}
