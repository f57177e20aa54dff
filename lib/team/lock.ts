import "server-only";
import { sql } from "drizzle-orm";
import type { User } from "@/lib/auth/actor";
import { type Ctx, Forbidden, requireUser } from "@/lib/auth/context";
import { lockActiveHolders } from "@/lib/auth/dual-control";
import type { Tx } from "@/lib/db/connection";

/** The same number is in the trigger that keeps the last admin (drizzle/migrations/0002_triggers.sql). */
const TEAM = 7_420_021;

/**
 * Serialises changes of users, each by a current admin: of two admins who demote each other concurrently, the second is
 * no longer one. As no admin can change their own role, one admin always remains.
 */
export async function lockTeam(tx: Tx, { actor }: Pick<Ctx, "actor">): Promise<User> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TEAM})`);
  requireUser(actor);
  if (!(await lockActiveHolders(tx, [actor.id], "users:change")).has(actor.id))
    throw new Forbidden(`${actor.name} may not change users any more`);
  return actor;
}
