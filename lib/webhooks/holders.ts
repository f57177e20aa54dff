import "server-only";
import type { webhookEndpoints } from "@/drizzle/schema/webhooks";
import { type Holder, holdersOnce } from "@/lib/auth/left-holders";

type Endpoint = Pick<typeof webhookEndpoints.$inferSelect, "holders" | "formerUntil">;

/** Who was shown a secret that signs. */
export function workingHolders({ holders: [present, ...former], formerUntil }: Endpoint, now: Date): Holder[] {
  const until = formerUntil !== null && formerUntil > now ? formerUntil.toISOString() : null;
  return holdersOnce(until === null ? [] : former.map((id) => ({ id, until })), present);
}
