import "server-only";
import { asc, inArray } from "drizzle-orm";
import { users } from "@/drizzle/schema/users";
import { Forbidden } from "@/lib/auth/context";
import { may, type Permission } from "@/lib/auth/permissions";
import type { Tx } from "@/lib/db/connection";
import type { UserNow } from "./approvers";

/** These users, locked until the transaction ends: a concurrent disabling comes before or after it. */
export async function lockUsers(tx: Tx, ids: string[]): Promise<UserNow[]> {
  const { id, role, disabledAt } = users;
  return tx.select({ id, role, disabledAt }).from(users).where(inArray(id, ids)).orderBy(asc(id)).for("share");
}

export function userIn(locked: UserNow[], id: string): UserNow {
  const found = locked.find((user) => user.id === id);
  if (!found) throw new Error(`no person ${id}`);
  return found;
}

/** The session was checked before the lock. What counts is the user's permission under it. */
export function requireStill(locked: UserNow[], id: string, permission: Permission): void {
  const { role, disabledAt } = userIn(locked, id);
  if (disabledAt !== null || !may(role, permission)) throw new Forbidden(`person ${id} may not ${permission} any more`);
}
