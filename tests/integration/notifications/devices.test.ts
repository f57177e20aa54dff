import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { notificationDeliveries, notifications, pushSubscriptions } from "@/drizzle/schema/notifications";
import { circuitBreakers } from "@/drizzle/schema/polling";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import type { Ctx } from "@/lib/auth/context";
import { pushKeysOf } from "@/lib/env/push-key";
import { DEVICES_MAX } from "@/lib/notifications/channels";
import { markOpened } from "@/lib/notifications/commands";
import { deliverNotifications } from "@/lib/notifications/deliver";
import { detectNotifications } from "@/lib/notifications/detect";
import { addDevice, removeDevice, testDevice } from "@/lib/notifications/devices";
import { toDevice } from "@/lib/notifications/enqueue-delivery";
import { fanOut } from "@/lib/notifications/fan-out";
import { getOwnNotifications, listNotificationDeliveries } from "@/lib/notifications/queries";
import { type DeviceInput, deviceInput } from "@/lib/notifications/schema";
import { NO_CHOICES } from "@/lib/notifications/settings";
import { createOutgoing } from "@/lib/outgoing/client";
import { pushKey } from "@/scripts/lib/secrets.mjs";
import { openTestContext, type TestContext } from "../../support/context";
import { saveOwn } from "../../support/notifications";
import { requested } from "../../support/orders";
import { startPushService } from "../../support/push-receiver";
import { wait } from "../../support/sign-in";

const keys = pushKeysOf(pushKey())!;
let context: TestContext;
let [admin, approver, job]: Ctx[] = [];
let service: Awaited<ReturnType<typeof startPushService>>;

beforeAll(async () => {
  service = await startPushService(keys.publicKey);
  const webPush = { ...keys, contact: "mailto:choba@test.example" };
  context = await openTestContext(undefined, { post: createOutgoing({ allowLoopback: true }), webPush });
  [admin, approver, job] = [await context.as("admin"), await context.as("approver"), await context.as("job")];
});
afterAll(async () => {
  await service.close();
  await context.close();
});
beforeEach(async () => {
  await context.pool.query("truncate notification_views, notification_deliveries, notifications, push_subscriptions");
  await context.db.update(transactions).set({ submission: "stopped" });
  service.received.length = 0;
  service.behaviour.status = 201;
});

const device = (more: Partial<DeviceInput> = {}): DeviceInput => ({
  ...{ ...service.subscription, locale: "ja", userAgent: "Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1" },
  ...more,
});

async function added(ctx: Ctx, more: Partial<DeviceInput> = {}) {
  const made = await addDevice(ctx, device(more));
  if (!made.ok) throw new Error(made.error.kind);
  return made.value;
}

/** What the job runner does next. */
async function deliverAll() {
  await fanOut(job!);
  wait(context, 6);
  const { channelId, userId, subscriptionId } = notificationDeliveries;
  const targets = await context.db
    .selectDistinct({ channelId, userId, subscriptionId })
    .from(notificationDeliveries)
    .where(eq(notificationDeliveries.state, "waiting"));
  for (const target of targets) await deliverNotifications(job!, target);
}

const log = async () => (await listNotificationDeliveries(admin!)).deliveries;

describe("a device", () => {
  test("shows what waits for its user, encrypted for it and signed, with the page to open and nothing personal", async () => {
    await added(approver!);
    const { referenceId } = await requested(context, { amount: "300,000" });
    await deliverAll();
    expect(service.received).toHaveLength(1);
    const [{ headers, message }] = service.received as [(typeof service.received)[number]];
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400", urgency: "high" });
    expect(headers.topic).toMatch(/^[\w-]{32}$/);
    expect(message).toEqual({
      title: "【検証環境】承認待ち",
      body: expect.stringContaining(referenceId),
      path: `/sandbox/transactions/${referenceId}`,
      ...{ lang: "ja", tag: `sandbox order:${referenceId}`, over: [] },
    });
    expect(JSON.stringify(message)).not.toMatch(/300,?000|ヤマダ|1234567/);
    expect(await log()).toMatchObject([{ kind: "device", to: "approver", state: "sent" }]);
    const { devices } = await getOwnNotifications(approver!);
    expect(devices).toMatchObject([
      { browser: "Safari", system: "iPhone", host: expect.stringMatching(/^127\.0\.0\.1/) },
    ]);
    const table = JSON.stringify([devices, await context.db.select().from(pushSubscriptions)]);
    expect(table).not.toContain("secret-part");
    expect(table).not.toContain(service.subscription.keys.auth);
  });

  test("takes away what was handled elsewhere with the next message", async () => {
    await added(approver!);
    const { id, referenceId } = await requested(context, { amount: "300,000" });
    await deliverAll();
    await context.db.update(transactions).set({ submission: "stopped" }).where(eq(transactions.id, id));
    await detectNotifications(job!);
    await requested(context, { amount: "400,000" });
    await deliverAll();
    expect(service.received.at(-1)?.message).toMatchObject({ over: [`sandbox order:${referenceId}`] });
  });

  test("keeps a message about several until all of them were handled, also where one about others comes", async () => {
    await added(approver!);
    const two = async () => {
      const orders = [await requested(context, { amount: "300,000" }), await requested(context, { amount: "400,000" })];
      await deliverAll();
      const { headers, message } = service.received.at(-1)!;
      return { orders, topic: headers.topic, ...(message as { tag: string; over: string[] }) };
    };
    const handle = async ({ id }: { id: string }) => {
      await context.db.update(transactions).set({ submission: "stopped" }).where(eq(transactions.id, id));
      await detectNotifications(job!);
    };
    const [first, second] = [await two(), await two()];
    expect(second.tag).not.toBe(first.tag);
    expect(second.topic).not.toBe(first.topic);
    expect(first.tag).not.toContain(first.orders[0]!.referenceId);
    await handle(first.orders[0]!);
    expect((await two()).over).toEqual([]);
    await handle(first.orders[1]!);
    expect((await two()).over).toEqual([first.tag]);
  });

  test("takes away a message about several events once all are over, however long it took to record it", async () => {
    await added(admin!);
    // At 23 hours the first expires soon, and the second has not been opened.
    const { referenceId } = await requested(context, { amount: "300,000" });
    await markOpened(approver!, { kind: "order", id: referenceId });
    wait(context, 21 * 60 * 60);
    await requested(context, { amount: "400,000" });
    wait(context, 2 * 60 * 60);
    await detectNotifications(job!);
    await fanOut(job!);
    wait(context, 6);
    const later = () => {
      wait(context, 1);
      return context.clock.now;
    };
    const { devices } = await getOwnNotifications(admin!);
    await deliverNotifications({ ...job!, now: later }, toDevice(devices[0]?.id ?? ""));
    const events = await context.db
      .selectDistinct({ event: notifications.event })
      .from(notificationDeliveries)
      .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId));
    expect(events.map(({ event }) => event).sort()).toEqual(["approval_expiring", "approval_unseen"]);
    expect(service.received).toHaveLength(1);
    const { tag } = service.received[0]!.message as { tag: string };
    await context.db.update(transactions).set({ submission: "stopped" });
    await detectNotifications(job!);
    await testDevice(admin!, { deviceId: devices[0]?.id ?? "" });
    expect(service.received.at(-1)?.message).toMatchObject({ over: [tag] });
  });

  test("keeps what is shown of a subject while another alarm about it is open", async () => {
    await added(admin!);
    const { referenceId } = await requested(context, { amount: "300,000" });
    const subject = `order:${referenceId}`;
    // Both are of the escalation and the expiry, of which an admin hears.
    wait(context, 60 * 60);
    await detectNotifications(job!);
    await deliverAll();
    wait(context, 22 * 60 * 60);
    await detectNotifications(job!);
    await deliverAll();
    const shown = { message: { tag: `sandbox ${subject}` } };
    expect(service.received).toMatchObject([shown, shown]);
    await markOpened(approver!, { kind: "order", id: referenceId });
    await detectNotifications(job!);
    const events = await context.db.select().from(notifications).where(eq(notifications.subject, subject));
    const over = events.filter(({ endedAt }) => endedAt !== null).map(({ event }) => event);
    expect(over).toEqual(["approval_unseen"]);
    await context.db.insert(circuitBreakers).values({
      ...{ environment: "sandbox" as const, failures: 5, trips: 1, openUntil: context.clock.now },
    });
    await detectNotifications(job!);
    await deliverAll();
    expect(service.received.at(-1)?.message).toMatchObject({ tag: "sandbox service:", over: [] });
    // Once it is handled, it is taken away.
    await context.db.update(transactions).set({ submission: "stopped" });
    await context.db.delete(circuitBreakers);
    await detectNotifications(job!);
    expect(await testDevice(admin!, { deviceId: (await getOwnNotifications(admin!)).devices[0]?.id ?? "" })).toEqual({
      ...{ ok: true, value: { failure: null } },
    });
    expect(service.received.at(-1)?.message).toMatchObject({
      over: expect.arrayContaining([`sandbox ${subject}`]),
    });
  });

  test.each([404, 410])("that its push service has forgotten (%i) is removed", async (status) => {
    const { deviceId } = await added(approver!);
    await requested(context, { amount: "300,000" });
    service.behaviour.status = status;
    await deliverAll();
    expect((await getOwnNotifications(approver!)).devices).toEqual([]);
    expect(await context.db.select().from(pushSubscriptions)).toMatchObject([
      { id: deviceId, sealed: null, removedAt: expect.any(Date) },
    ]);
    const removed = eq(auditEvents.action, "notifications.device_removed");
    const lines = await context.db.select().from(auditEvents).where(removed);
    expect(lines.at(-1)).toMatchObject({ actorKind: "job", subject: approver!.actor.id });
    service.behaviour.status = 201;
    await requested(context, { amount: "400,000" });
    await deliverAll();
    expect(service.received).toEqual([]);
  });

  test("is tried again where its push service fails for now", async () => {
    await added(approver!);
    await requested(context, { amount: "300,000" });
    service.behaviour.status = 503;
    await deliverAll();
    expect(await log()).toMatchObject([{ state: "waiting", failure: "status 503" }]);
    service.behaviour.status = 201;
    wait(context, 60);
    await deliverAll();
    expect(service.received).toHaveLength(1);
  });

  test("is tried again within the hours of its user", async () => {
    await saveOwn(approver!, { ...NO_CHOICES, hours: "working" });
    await added(approver!);
    // A Friday evening in Tokyo.
    context.clock.now = new Date("2027-03-12T08:59:24Z");
    await requested(context, { amount: "300,000" });
    service.behaviour.status = 503;
    await deliverAll();
    await saveOwn(approver!, NO_CHOICES);
    expect(await log()).toMatchObject([{ tries: 1, nextTryAt: "2027-03-15T00:00:00.000Z" }]);
  });

  test("in the private network, over http or behind a redirect is refused", async () => {
    const strict = { ...approver!, post: createOutgoing() };
    const inside = await added(approver!, { endpoint: "https://10.0.0.1/push" });
    expect(await testDevice(strict, inside)).toEqual({ ok: true, value: { failure: "private_address" } });
    const metadata = await added(approver!, { endpoint: "https://169.254.169.254/latest" });
    expect(await testDevice(strict, metadata)).toEqual({ ok: true, value: { failure: "private_address" } });
    expect(deviceInput.safeParse(device()).success).toBe(false);
    const here = await added(approver!);
    [service.behaviour.status, service.behaviour.location] = [302, "http://127.0.0.1:1/elsewhere"];
    expect(await testDevice(approver!, here)).toEqual({ ok: true, value: { failure: "redirect 302" } });
    service.behaviour.location = "";
  });

  test("of a colleague who was disabled gets nothing, nor does one that was removed", async () => {
    await added(await context.another("approver"));
    const { deviceId } = await added(approver!, { endpoint: `${service.subscription.endpoint}/2` });
    await requested(context, { amount: "300,000" });
    await fanOut(job!);
    await context.db.update(users).set({ disabledAt: context.clock.now }).where(eq(users.name, "second-approver"));
    const disabled = await context.db.$count(users, eq(users.disabledAt, context.clock.now));
    expect(disabled).toBe(1);
    expect(await removeDevice(approver!, { deviceId })).toEqual({ ok: true, value: null });
    wait(context, 6);
    await deliverAll();
    await requested(context, { amount: "400,000" });
    await deliverAll();
    expect(service.received).toEqual([]);
    expect(await context.db.$count(notifications)).toBe(2);
  });

  test("is its user's alone: others neither remove nor test it, and who shares the browser takes it over", async () => {
    const { deviceId } = await added(approver!);
    expect(await removeDevice(admin!, { deviceId })).toEqual({ ok: false, error: { kind: "no_device" } });
    expect(await testDevice(admin!, { deviceId })).toEqual({ ok: false, error: { kind: "no_device" } });
    await added(admin!);
    expect((await getOwnNotifications(approver!)).devices).toEqual([]);
    expect((await getOwnNotifications(admin!)).devices).toHaveLength(1);
    for (let more = 1; more < DEVICES_MAX; more++) await added(admin!, { endpoint: `https://push.test/${more}` });
    expect(await addDevice(admin!, device({ endpoint: "https://push.test/last" }))).toEqual({
      ok: false,
      error: { kind: "too_many_devices" },
    });
    // What is refused takes the device from no one, and one that is added already takes no further place.
    const shared = { endpoint: `${service.subscription.endpoint}/shared` };
    await added(approver!, shared);
    expect(await addDevice(admin!, device(shared))).toEqual({ ok: false, error: { kind: "too_many_devices" } });
    expect((await getOwnNotifications(approver!)).devices).toHaveLength(1);
    await added(admin!);
    expect((await getOwnNotifications(admin!)).devices).toHaveLength(DEVICES_MAX);
    const noPoint = {
      ...device(),
      keys: { ...service.subscription.keys, p256dh: Buffer.alloc(65, 4).toString("base64url") },
    };
    expect(await addDevice(approver!, noPoint)).toEqual({ ok: false, error: { kind: "bad_subscription" } });
  });
});
