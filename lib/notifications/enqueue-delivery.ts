import "server-only";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";

/** One of the two. */
export type Target = { channelId: string | null; userId: string | null };

/** One job for each reader, however much waits for them: its key replaces an older one. */
export async function enqueueDelivery(tx: Tx, { environment }: Ctx, { channelId, userId }: Target, runAt: Date) {
  const payload = { environment, channelId, userId };
  await enqueue(tx, "deliver-notifications", payload, { runAt, key: `notify ${environment} ${channelId ?? userId}` });
}
