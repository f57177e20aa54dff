import "server-only";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import type { ApiKey } from "@/lib/auth/actor";
import type { Db } from "@/lib/db/connection";
import type { Environment } from "@/lib/environment";
import { networksOf } from "@/lib/http/client-ip";
import { err, ok, type Result } from "@/lib/result";
import { hashOfSecret, validFormer } from "./secret";

type Deps = { db: Db; now: () => Date };
/** `address`: where the request comes from; null if unknown. */
type Shown = { secret: string; address: string | null };

export type NotAuthenticated = { kind: "unknown_key" | "revoked_key" | "expired_key" | "wrong_address" };

/** How often the time of the last use is written. */
const SEEN_EVERY_MS = 60_000;

/**
 * The key of a request. Read for each request, so that revoking holds from the next one on.
 * @unguarded decides who the actor is, so no actor exists yet
 */
export async function keyOf(
  { db, now }: Deps,
  { secret, address }: Shown,
): Promise<Result<{ actor: ApiKey; environment: Environment }, NotAuthenticated>> {
  const hash = hashOfSecret(secret);
  const [key] = await db
    .select()
    .from(apiKeys)
    .where(or(eq(apiKeys.secretHash, hash), sql`${apiKeys.former} @> ${JSON.stringify([{ hash }])}::jsonb`));
  const at = now();
  if (!key) return err({ kind: "unknown_key" });
  if (key.revokedAt !== null) return err({ kind: "revoked_key" });
  const isValid = key.secretHash === hash || validFormer(key, at).some((former) => former.hash === hash);
  if (!isValid || (key.expiresAt !== null && key.expiresAt <= at)) return err({ kind: "expired_key" });
  const isAllowed = key.networks.length === 0 || (address !== null && networksOf(key.networks)(address));
  if (!isAllowed) return err({ kind: "wrong_address" });

  const seenBefore = new Date(at.getTime() - SEEN_EVERY_MS);
  if (key.lastUsedAt === null || key.lastUsedAt < seenBefore || key.lastUsedFrom !== address) {
    const isDue = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, at));
    await db
      .update(apiKeys)
      .set({ lastUsedAt: at, lastUsedFrom: address })
      .where(and(eq(apiKeys.id, key.id), isDue));
  }
  const { id, name, scopes, environment } = key;
  return ok({ actor: { kind: "api_key", id, name, scopes }, environment });
}
