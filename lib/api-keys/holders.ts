import "server-only";
import { eq } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import type { Db, Tx } from "@/lib/db/connection";

/**
 * Who was shown the secret of the key that requests: they could be the requester, so their approval does not count. Empty
 * where a person requests.
 */
export async function holdersOf(db: Db | Tx, requestedBy: string): Promise<string[]> {
  const { createdBy, rotatedBy } = apiKeys;
  const [key] = await db.select({ createdBy, rotatedBy }).from(apiKeys).where(eq(apiKeys.id, requestedBy));
  return key ? [key.createdBy, ...(key.rotatedBy === null ? [] : [key.rotatedBy])] : [];
}
