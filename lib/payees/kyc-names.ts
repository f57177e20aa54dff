import "server-only";
import { and, desc, eq, exists, inArray, isNotNull, sql } from "drizzle-orm";
import { registrationReports } from "@/drizzle/schema/registration-evidence";
import { registrations } from "@/drizzle/schema/registrations";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { isRegistered, KYC_STATUSES, type KycNames, kycNamesOf } from "@/lib/kyc/state";

/**
 * The names that holders of the player's accounts are compared with. Where others registered the player since, under a
 * name that is not known here, it is still the last one known.
 */
export async function kycNamesOfPlayer(
  db: Db | Tx,
  { environment }: Pick<Ctx, "environment">,
  playerId: string | null,
): Promise<KycNames> {
  if (playerId === null) return { registered: null, waiting: null };
  const { id, submission, status, userName, supersededAt, createdAt } = registrations;
  const ofPlayer = and(eq(registrations.environment, environment), eq(registrations.playerId, playerId));
  const saysRegistered = and(
    eq(registrationReports.registrationRow, id),
    eq(registrationReports.verdict, "moved"),
    inArray(registrationReports.status, KYC_STATUSES.filter(isRegistered)),
  );
  const reported = db.select({ id: registrationReports.id }).from(registrationReports).where(saysRegistered);
  const wasRegistered = sql<boolean>`${exists(reported)}`;
  const superseded = sql<boolean>`${isNotNull(supersededAt)}`;
  const named = await db
    .select({ userName, submission, status, wasRegistered, superseded })
    .from(registrations)
    .where(and(ofPlayer, isNotNull(userName)))
    // The newest first, also where the clock stood still.
    .orderBy(sql`${supersededAt} desc nulls first`, desc(createdAt));
  return kycNamesOf(named);
}
