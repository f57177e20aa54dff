import "server-only";
import type { apiKeys } from "@/drizzle/schema/api-keys";
import { type Holder, holdersOnce } from "@/lib/auth/left-holders";
import { validFormer } from "./secret";

type Key = Pick<typeof apiKeys.$inferSelect, "holders" | "former" | "revokedAt">;

/** Who was shown a secret that works. The newest holder was shown the present one. */
export function workingHolders(key: Key, now: Date): Holder[] {
  const former = validFormer(key, now).map(({ holder, until }) => ({ id: holder, until }));
  return holdersOnce(former, key.holders.at(-1));
}
