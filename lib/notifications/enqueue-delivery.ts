import "server-only";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";

/** One of the three: a channel, a user by e-mail, or a device. */
export type Target = { channelId: string | null; userId: string | null; subscriptionId: string | null };

const NONE: Target = { channelId: null, userId: null, subscriptionId: null };

export const toChannel = (channelId: string): Target => ({ ...NONE, channelId });
export const toUser = (userId: string): Target => ({ ...NONE, userId });
export const toDevice = (subscriptionId: string): Target => ({ ...NONE, subscriptionId });

export const idOf = ({ channelId, userId, subscriptionId }: Target): string =>
  channelId ?? userId ?? subscriptionId ?? "";

/** One job for each reader, however much waits for them: its key replaces an older one. */
export async function enqueueDelivery(tx: Tx, { environment }: Ctx, target: Target, runAt: Date) {
  const { channelId, userId, subscriptionId } = target;
  const payload = { environment, channelId, userId, subscriptionId };
  await enqueue(tx, "deliver-notifications", payload, { runAt, key: `notify ${environment} ${idOf(target)}` });
}
