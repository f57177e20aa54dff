import "server-only";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { apiKeys } from "@/drizzle/schema/api-keys";
import type { Db, Tx } from "@/lib/db/connection";

/**
 * Everyone who was ever shown a secret of the key that requests: they could be the requester, so their approval does not
 * count, also after others have rotated the key. Empty where a person requests.
 */
export async function holdersOf(db: Db | Tx, requestedBy: string): Promise<string[]> {
  const [key] = await db.select({ holders: apiKeys.holders }).from(apiKeys).where(eq(apiKeys.id, requestedBy));
  return key?.holders ?? [];
}

/** The keys of which one of these users was ever shown a secret, by name. */
export const keysKnownTo = (db: Db | Tx, userIds: string[]) =>
  db
    .select()
    .from(apiKeys)
    .where(sql`${apiKeys.holders} && ${sql.param(userIds)}::uuid[]`)
    .orderBy(asc(apiKeys.name));

/**
 * The people who could request as this one does, each as all that they can request by: their own id and the keys that they
 * know. One person for a person, the holders for a key.
 */
export async function peopleBehind(db: Db | Tx, requestedBy: string): Promise<string[][]> {
  const holders = await holdersOf(db, requestedBy);
  const people = holders.length > 0 ? holders : [requestedBy];
  const keys = await keysKnownTo(db, people);
  return people.map((one) => [one, ...keys.filter((key) => key.holders.includes(one)).map(({ id }) => id)]);
}

/** A condition: this user was never shown a secret of the key in the column. It holds where a person requested. */
export const isNotHolder = (requestedBy: PgColumn | SQL, userId: string): SQL => sql`not exists (
  select from ${apiKeys} where ${apiKeys.id} = ${requestedBy} and ${userId} = any(${apiKeys.holders}::text[]))`;
