import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { notificationChannels, notificationDeliveries, notifications } from "@/drizzle/schema/notifications";
import type { Ctx } from "@/lib/auth/context";
import { removeChannel, retryNotification, testChannel } from "@/lib/notifications/commands";
import { fanOut } from "@/lib/notifications/fan-out";
import { getNotificationSettings } from "@/lib/notifications/queries";
import { createOutgoing } from "@/lib/outgoing/client";
import { err, ok } from "@/lib/result";
import {
  admin,
  channel,
  context,
  job,
  log,
  only,
  openNotifications,
  receiver,
  save,
  sendDue,
  tellAll,
  waitingPayout,
} from "../../support/notification-console";
import { deliverDue } from "../../support/notifications";
import { wait } from "../../support/sign-in";

openNotifications();

describe("a channel", () => {
  test("keeps its address to itself: not in answers, the audit log, the delivery log or the table", async () => {
    const { secret } = await channel({ kind: "webhook" });
    const view = JSON.stringify([await getNotificationSettings(admin), await log()]);
    const audit = JSON.stringify(await context.db.select().from(auditEvents), (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    const table = JSON.stringify(await context.db.select().from(notificationChannels));
    for (const text of [view, audit, table]) {
      expect(text).not.toContain("secret-part");
      expect(text).not.toContain(secret);
    }
    expect(view).toContain("127.0.0.1");
  });

  test.each([
    ["slack", (body: { text: string }) => body.text],
    [
      "teams",
      (body: { attachments: [{ content: { body: object[] } }] }) => JSON.stringify(body.attachments[0].content),
    ],
    ["line_works", (body: { body: { text: string } }) => body.body.text],
  ] as const)("of %s gets one message for what happened together", async (kind, read) => {
    const { channelId } = await channel({ kind });
    await save({ routes: only("approval_waiting", [channelId]) });
    const orders = [await waitingPayout(), await waitingPayout()];
    await tellAll();
    expect(receiver.received).toHaveLength(1);
    const body = read(JSON.parse(receiver.received[0]!.body) as never);
    for (const { referenceId } of orders) expect(body).toContain(`/sandbox/transactions/${referenceId}`);
    expect(body).not.toMatch(/300,?000/);
  });

  test("gets amounts where a setting allows it", async () => {
    const { channelId } = await channel();
    await save({ routes: only("approval_waiting", [channelId]), showAmounts: true });
    await waitingPayout();
    await tellAll();
    expect(receiver.received[0]?.body).toContain("¥300,000");
  });

  test("of a system gets each notification signed, which the public library verifies", async () => {
    const { channelId, secret } = await channel({ kind: "webhook" });
    await save({ routes: only("approval_waiting", [channelId]) });
    const first = await waitingPayout();
    wait(context, 1);
    const orders = [first, await waitingPayout()];
    const realNow = context.clock.now;
    context.clock.now = new Date();
    await tellAll();
    expect(receiver.received).toHaveLength(2);
    const verifier = new Webhook(secret!);
    const events = receiver.received.map(({ headers, body }) => verifier.verify(body, headers));
    expect(events).toMatchObject(
      orders.map(({ referenceId }) => ({
        type: "notification.approval_waiting",
        data: { url: `http://console.test/sandbox/transactions/${referenceId}` },
      })),
    );
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    expect(() => verifier.verify(body.replace("approval", "Approval"), headers)).toThrow();
    context.clock.now = realNow;
  });

  test("of a slow system gets nothing twice, also while another job runs after five minutes", async () => {
    const { channelId } = await channel({ kind: "webhook" });
    await save({ routes: only("payee_changed", [channelId]) });
    const { now: at } = context.clock;
    await context.db.insert(notifications).values(
      Array.from({ length: 200 }, (_, count) => ({
        ...({ environment: "sandbox", event: "payee_changed" } as const),
        ...{ subject: `payee:PY-${count}:1`, at },
      })),
    );
    await fanOut(job);
    wait(context, 6);
    const begun = context.clock.now.getTime();
    const ids: string[] = [];
    let second: Promise<void> | null = null;
    const slow: Ctx = {
      ...job,
      post: async ({ headers }) => {
        ids.push(headers["webhook-id"] ?? "");
        wait(context, 2);
        if (context.clock.now.getTime() - begun > 300_000) second ??= deliverDue(context, slow);
        return { ok: true, value: { status: 200 } };
      },
    };
    const waiting = eq(notificationDeliveries.state, "waiting");
    while ((await context.db.$count(notificationDeliveries, waiting)) > 0) await deliverDue(context, slow);
    await second;
    expect(ids).toHaveLength(200);
    expect(new Set(ids).size).toBe(200);
    expect(await context.db.$count(notificationDeliveries, eq(notificationDeliveries.tries, 1))).toBe(200);
  });

  test("that fails is tried ever later under the same ID, is given up, and can be tried again", async () => {
    const { channelId } = await channel({ kind: "webhook" });
    await save({ routes: only("approval_waiting", [channelId]) });
    await waitingPayout();
    receiver.behaviour.status = 503;
    await tellAll();
    expect(await log()).toMatchObject([{ state: "waiting", tries: 1, failure: "status 503" }]);
    await sendDue();
    expect((await log())[0]?.tries).toBe(1);
    // Less than a day in all, within which the approval does not expire.
    for (const minutes of [1, 2, 5, 15, 30, 60, 120, 240]) {
      wait(context, minutes * 60);
      await sendDue();
    }
    const [given] = await log();
    expect(given).toMatchObject({ state: "failed", tries: 9, nextTryAt: null });
    receiver.behaviour.status = 200;
    expect(await retryNotification(admin, { deliveryId: given!.id })).toMatchObject({ ok: true });
    await sendDue();
    expect(await log()).toMatchObject([{ state: "sent", failure: null }]);
    expect(receiver.received[0]?.headers["webhook-id"]).toBe(`ntf_${given!.id}`);
    expect(await retryNotification(admin, { deliveryId: given!.id })).toMatchObject({ error: { kind: "not_failed" } });
  });

  /** Three notifications for a webhook, delivered by a client that fails like this, of which the first is the oldest. */
  async function threeTo(post: Ctx["post"]) {
    const { channelId } = await channel({ kind: "webhook" });
    await save({ routes: only("payee_changed", [channelId]) });
    const at = context.clock.now.getTime();
    await context.db.insert(notifications).values(
      [0, 1, 2].map((count) => ({
        ...({ environment: "sandbox", event: "payee_changed" } as const),
        ...{ subject: `payee:PY-${count}:1`, at: new Date(at + count) },
      })),
    );
    await fanOut(job);
    wait(context, 6);
    await deliverDue(context, { ...job, post });
  }
  const states = async () => {
    const { state, tries, failure } = notificationDeliveries;
    const rows = context.db.select({ subject: notifications.subject, state, tries, failure });
    const ofEach = rows
      .from(notificationDeliveries)
      .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId));
    return (await ofEach.orderBy(notifications.at)).map(({ subject: _, ...rest }) => rest);
  };

  test.each([
    [404, { state: "failed", tries: 1, failure: "status 404" }],
    [400, { state: "waiting", tries: 1, failure: "status 400" }],
  ])("of a system that answers %i to one notification gets the others", async (status, refused) => {
    let sent = 0;
    await threeTo(async () => {
      sent++;
      return sent > 1 ? ok({ status: 200 }) : err({ kind: "not_delivered", problem: "status", status });
    });
    const arrived = { state: "sent", tries: 1, failure: null };
    expect(await states()).toEqual([refused, arrived, arrived]);
  });

  test("of a system that does not answer is tried with one notification a minute, and no other counts as tried", async () => {
    let sent = 0;
    const dead: Ctx["post"] = async () => {
      sent++;
      return err({ kind: "not_delivered", problem: "timeout", status: null });
    };
    await threeTo(dead);
    await deliverDue(context, { ...job, post: dead });
    expect(sent).toBe(1);
    const untried = { state: "waiting", tries: 0, failure: null };
    expect(await states()).toEqual([{ state: "waiting", tries: 1, failure: "timeout" }, untried, untried]);
    wait(context, 60);
    await sendDue();
    expect((await states()).map(({ state }) => state)).toEqual(["sent", "sent", "sent"]);
  });

  test("that is gone is given up after one try, and one that was removed hears nothing", async () => {
    const { channelId } = await channel();
    await save({ routes: only("approval_waiting", [channelId]) });
    await waitingPayout();
    receiver.behaviour.status = 410;
    await tellAll();
    expect(await log()).toMatchObject([{ state: "failed", failure: "status 410" }]);
    receiver.behaviour.status = 200;
    await waitingPayout();
    await fanOut(job);
    expect(await removeChannel(admin, { channelId })).toMatchObject({ ok: true });
    wait(context, 6);
    await sendDue();
    expect(receiver.received).toEqual([]);
    expect((await log()).map(({ state }) => state).sort()).toEqual(["failed", "withdrawn"]);
    expect(await context.db.select().from(notificationChannels)).toMatchObject([
      { sealedUrl: null, sealedSecret: null },
    ]);
  });

  test("is tested by a message that says nothing, and a private address is refused", async () => {
    const { channelId } = await channel();
    expect(await testChannel(admin, { channelId })).toEqual({ ok: true, value: { failure: null } });
    expect(receiver.received[0]?.body).toContain("Test message");
    const strict = { ...admin, post: createOutgoing() };
    expect(await testChannel(strict, { channelId })).toEqual({ ok: true, value: { failure: "bad_address" } });
    const inside = await channel({ url: "https://10.0.0.1/hook" });
    expect(await testChannel(strict, inside)).toEqual({ ok: true, value: { failure: "private_address" } });
  });
});
