import "server-only";
import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { type Holder, holdersOnce } from "@/lib/auth/left-holders";
import type { Db, Tx } from "@/lib/db/connection";
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

/** Who was shown a secret that works. The newest holder was shown the present one. */
export function workingHolders(key: Key, now: Date): Holder[] {
  const former = validFormer(key, now).map(({ holder, until }) => ({ id: holder, until }));
  return holdersOnce(former, key.holders.at(-1));
}
