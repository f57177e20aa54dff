import "server-only";
import { createHash } from "node:crypto";
import { and, eq, isNull, ne } from "drizzle-orm";
import { pushSubscriptions } from "@/drizzle/schema/notifications";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { deviceFrom } from "@/lib/auth/device";
import { insertRow } from "@/lib/db/insert-row";
import { isPushPublicKey } from "@/lib/env/push-key";
import { err, ok, type Result } from "@/lib/result";
import { DEVICES_MAX } from "./channels";
import { removeDeviceIn } from "./end-device";
import type { DeviceInput } from "./schema";
import { sendTestToDevice } from "./send-to-device";

/** A browser from which its user wants to hear. One that another user had added hears for this one alone from now on. */
export async function addDevice(
  ctx: Ctx,
  { endpoint, keys, locale, userAgent }: DeviceInput,
): Promise<Result<{ deviceId: string }, { kind: "too_many_devices" | "bad_subscription" | "no_push" }>> {
  requirePermission(ctx, "notifications:own");
  const userId = userIdOf(ctx);
  if (!ctx.webPush) return err({ kind: "no_push" });
  if (!isPushPublicKey(keys.p256dh)) return err({ kind: "bad_subscription" });
  const endpointHash = createHash("sha256").update(endpoint).digest("hex");
  const { host } = new URL(endpoint);
  return ctx.db.transaction(async (tx) => {
    const { userId: user, endpointHash: hash, removedAt } = pushSubscriptions;
    const others = and(eq(user, userId), ne(hash, endpointHash), isNull(removedAt));
    if ((await tx.$count(pushSubscriptions, others)) >= DEVICES_MAX) return err({ kind: "too_many_devices" });
    const current = and(eq(hash, endpointHash), isNull(removedAt));
    const [former] = await tx.select().from(pushSubscriptions).where(current).for("update");
    if (former) await removeDeviceIn(tx, ctx, former);
    const sealed = ctx.vault.seal("channel", JSON.stringify({ endpoint, keys }));
    const row = { userId, endpointHash, host, sealed, ...deviceFrom(userAgent), locale, addedAt: ctx.now() };
    const device = await insertRow(tx, pushSubscriptions, row);
    await record(tx, ctx, { action: "notifications.device_added", subject: userId, detail: { device, host } });
    return ok({ deviceId: device });
  });
}

type OneDevice = { deviceId: string };
type NoDevice = { kind: "no_device" };

/** Nothing is sent to it any more. */
export async function removeDevice(ctx: Ctx, { deviceId }: OneDevice): Promise<Result<null, NoDevice>> {
  requirePermission(ctx, "notifications:own");
  userIdOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const [device] = await tx.select().from(pushSubscriptions).where(own(ctx, deviceId));
    return device && (await removeDeviceIn(tx, ctx, device)) ? ok(null) : err({ kind: "no_device" });
  });
}

/** Sends a message that says nothing but that it came. */
export async function testDevice(
  ctx: Ctx,
  { deviceId }: OneDevice,
): Promise<Result<{ failure: string | null }, NoDevice>> {
  requirePermission(ctx, "notifications:own");
  const userId = userIdOf(ctx);
  const [device] = await ctx.db.select().from(pushSubscriptions).where(own(ctx, deviceId));
  if (!device) return err({ kind: "no_device" });
  const outcome = await sendTestToDevice(ctx, device);
  const failure = outcome === "sent" ? null : outcome.failure;
  const detail = { device: deviceId, failure };
  const tested = { action: "notifications.device_tested", subject: userId, detail } as const;
  await ctx.db.transaction((tx) => record(tx, ctx, tested));
  return ok({ failure });
}

const own = (ctx: Ctx, deviceId: string) =>
  and(
    eq(pushSubscriptions.id, deviceId),
    eq(pushSubscriptions.userId, userIdOf(ctx)),
    isNull(pushSubscriptions.removedAt),
  );
