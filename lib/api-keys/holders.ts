import "server-only";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { users } from "@/drizzle/schema/users";
import { may } from "@/lib/auth/permissions";
import type { Db, Tx } from "@/lib/db/connection";
import type { LeftHolder } from "./schema";

/**
 * Everyone who was ever shown a secret of the key that requests: they could be the requester, so their approval does not
 * count, also after others have rotated the key. Empty where a person requests.
 */
export async function holdersOf(db: Db | Tx, requestedBy: string): Promise<string[]> {
  const [key] = await db.select({ holders: apiKeys.holders }).from(apiKeys).where(eq(apiKeys.id, requestedBy));
  return key?.holders ?? [];
}

/** A condition: this user was never shown a secret of the key in the column. It holds where a person requested. */
export const isNotHolder = (requestedBy: PgColumn, userId: string): SQL => sql`not exists (
  select from ${apiKeys} where ${apiKeys.id} = ${requestedBy} and ${userId} = any(${apiKeys.holders}::text[]))`;

type Key = Pick<typeof apiKeys.$inferSelect, "holders" | "formerUntil">;

/**
 * Of each key, who was shown a secret that still works and may not manage keys any more. A user who leaves takes it along:
 * disabling them does not end the key, which systems use. The newest holder was shown the present secret, and the one
 * before them perhaps the former.
 */
export async function leftHolders<K extends Key>(db: Db, keys: K[], now: Date): Promise<Map<K, LeftHolder[]>> {
  const known = keys.map((key) => {
    const [present, former] = key.holders.toReversed();
    const until = key.formerUntil !== null && key.formerUntil > now ? key.formerUntil.toISOString() : null;
    return { key, holders: [{ id: present, until: null }, ...(until === null ? [] : [{ id: former, until }])] };
  });
  const ids = known.flatMap(({ holders }) => holders.flatMap(({ id }) => id ?? []));
  const { id, name, role, disabledAt } = users;
  const found = await db.select({ id, name, role, disabledAt }).from(users).where(inArray(id, ids));
  const left = new Map(
    found.flatMap((user) => {
      const isDisabled = user.disabledAt !== null;
      return isDisabled || !may(user.role, "api_keys:manage")
        ? [[user.id, { name: user.name, isDisabled }] as const]
        : [];
    }),
  );
  return new Map(
    known.map(({ key, holders }) => [
      key,
      holders.flatMap(({ id: holder, until }) => {
        const one = left.get(holder ?? "");
        return one ? [{ ...one, until }] : [];
      }),
    ]),
  );
}
