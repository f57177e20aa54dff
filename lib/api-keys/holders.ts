import "server-only";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { users } from "@/drizzle/schema/users";
import { may } from "@/lib/auth/permissions";
import type { Db, Tx } from "@/lib/db/connection";
import type { LeftHolder } from "./schema";
import { validFormer } from "./secret";

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

type Key = Pick<typeof apiKeys.$inferSelect, "holders" | "former" | "revokedAt">;

/**
 * Of each key, who was shown a secret that still works and may not manage keys any more. A user who leaves takes it along:
 * disabling them does not end the key, which systems use. The newest holder was shown the present secret.
 */
export async function leftHolders<K extends Key>(db: Db, keys: K[], now: Date): Promise<Map<K, LeftHolder[]>> {
  const known = keys.map((key) => {
    // Each once, with the secret that works longest.
    const shown = new Map<string, string | null>(validFormer(key, now).map(({ holder, until }) => [holder, until]));
    const present = key.holders.at(-1);
    if (present !== undefined) shown.set(present, null);
    return { key, holders: [...shown].map(([id, until]) => ({ id, until })) };
  });
  const ids = known.flatMap(({ holders }) => holders.map(({ id }) => id));
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
        const one = left.get(holder);
        return one ? [{ ...one, until }] : [];
      }),
    ]),
  );
}
