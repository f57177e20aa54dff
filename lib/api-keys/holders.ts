import "server-only";
import { eq } from "drizzle-orm";
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
