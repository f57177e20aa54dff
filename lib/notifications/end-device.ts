import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { notificationDeliveries, pushSubscriptions } from "@/drizzle/schema/notifications";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";

type Device = Pick<typeof pushSubscriptions.$inferSelect, "id" | "userId">;

/** Forgets where the device is, and withdraws what waits for it. Its callers ask for their permission. */
export async function removeDeviceIn(tx: Tx, ctx: Ctx, { id, userId }: Device): Promise<boolean> {
  const still = and(eq(pushSubscriptions.id, id), isNull(pushSubscriptions.removedAt));
  const gone = { sealed: null, removedAt: ctx.now() };
  const removed = await tx.update(pushSubscriptions).set(gone).where(still).returning({ host: pushSubscriptions.host });
  const [{ host } = { host: null }] = removed;
  if (host === null) return false;
  const waiting = and(eq(notificationDeliveries.subscriptionId, id), eq(notificationDeliveries.state, "waiting"));
  await tx.update(notificationDeliveries).set({ state: "withdrawn", nextTryAt: null }).where(waiting);
  await record(tx, ctx, { action: "notifications.device_removed", subject: userId, detail: { device: id, host } });
  return true;
}

/** The push service knows it no more: the browser was reset, or its user has taken the permission away. */
export const endDevice = (ctx: Ctx, device: Device): Promise<boolean> =>
  ctx.db.transaction((tx) => removeDeviceIn(tx, ctx, device));
