import { and, eq, isNull } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { batches } from "@/drizzle/schema/batches";
import { attempts } from "@/drizzle/schema/evidence";
import { notificationChannels, notificationDeliveries, notifications } from "@/drizzle/schema/notifications";
import { circuitBreakers } from "@/drizzle/schema/polling";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { takeBackBatch } from "@/lib/batches/approvals";
import { pauseBatch, resumeBatch } from "@/lib/batches/pause";
import { createMailer } from "@/lib/email/smtp";
import {
  addChannel,
  markOpened,
  removeChannel,
  retryNotification,
  saveNotificationSettings,
  saveOwnNotifications,
  testChannel,
} from "@/lib/notifications/commands";
import { deliverNotifications } from "@/lib/notifications/deliver";
import { detectNotifications } from "@/lib/notifications/detect";
import { fanOut } from "@/lib/notifications/fan-out";
import { getNotificationSettings, getOwnNotifications, listNotificationDeliveries } from "@/lib/notifications/queries";
import { USUAL_REACH } from "@/lib/notifications/reach";
import { type ChannelInput, notificationLogAddress } from "@/lib/notifications/schema";
import { NO_CHOICES, type NotificationSettings, type Route, settingsFrom } from "@/lib/notifications/settings";
import { createOutgoing } from "@/lib/outgoing/client";
import { err, ok } from "@/lib/result";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { resolveDiscrepancy } from "@/lib/transactions/discrepancies/resolve";
import { becomeUnknown } from "@/lib/transactions/freezes/database-change";
import { applyStatusReport } from "@/lib/transactions/status/apply-status-report";
import type { Report } from "@/lib/transactions/status/status-report";
import { addEndpoint, enableEndpoint, removeEndpoint } from "@/lib/webhooks/commands";
import { deliverWebhooks } from "@/lib/webhooks/deliver";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { requestAsSeen, uploaded } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";
import { type Email, said, startMailServer } from "../../support/mail-server";
import { deliverDue, saveOwn, saveSettings } from "../../support/notifications";
import { requested } from "../../support/orders";
import { wait } from "../../support/sign-in";
import { startReceiver } from "../../support/webhook-receiver";

let context: TestContext;
let admin: Ctx;
let job: Ctx;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let inbox: Email[];

beforeAll(async () => {
  [mailServer, receiver] = [await startMailServer(), await startReceiver()];
  inbox = mailServer.emails;
  const mail = createMailer({ url: mailServer.url, from: "choba@test.example", timeoutMs: 2_000 });
  context = await openTestContext(undefined, { mail, post: createOutgoing({ allowLoopback: true, timeoutMs: 2_000 }) });
  [admin, job] = [await context.as("admin"), await context.as("job")];
  await context.as("approver");
});
afterAll(async () => {
  await Promise.all([mailServer.close(), receiver.close()]);
  await context.close();
});
beforeEach(async () => {
  await context.pool.query(
    `truncate notification_views, notification_deliveries, notifications, notification_settings, notification_preferences, notification_channels`,
  );
  await context.pool.query("delete from graphile_worker._private_jobs");
  await context.db.update(transactions).set({ submission: "stopped", possiblySentUntil: null });
  [inbox.length, receiver.received.length] = [0, 0];
  [mailServer.behaviour.answer, mailServer.behaviour.answerToSender, receiver.behaviour.status] = [250, 250, 200];
});

const outbox = () => context.db.select().from(notifications).orderBy(notifications.at);
const log = async () => (await listNotificationDeliveries(admin)).deliveries;

/** What the job runner does next: makes deliveries, and sends those that are due. */
async function tellAll() {
  await fanOut(job);
  wait(context, 6);
  await sendDue();
}
async function sendDue() {
  await deliverDue(context, job);
}

const save = async (change: Partial<NotificationSettings>) =>
  expect(await saveSettings(admin, change)).toEqual({ changedAt: context.clock.now.toISOString() });
const only = (event: keyof NotificationSettings["routes"], channels: string[]): NotificationSettings["routes"] => {
  const none = settingsFrom().routes;
  for (const one of Object.keys(none) as (typeof event)[])
    none[one] = { roles: [], channels: [], hours: "always", least: [] };
  return { ...none, [event]: { roles: [], channels, hours: "always", least: [] } };
};

async function channel(more: Partial<ChannelInput> = {}) {
  const added = await addChannel(admin, { kind: "slack", name: "alerts", locale: "en", url: receiver.url, ...more });
  if (!added.ok) throw new Error(added.error.kind);
  return added.value;
}

const waitingPayout = () => requested(context, { amount: "300,000" });
async function decline({ id, referenceId }: { id: string; referenceId: string }) {
  const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, id));
  const decision = { referenceId, decision: "declined", digest: intent!.digest, reason: "no" } as const;
  expect((await decideWithdrawal(await context.as("approver"), decision)).ok).toBe(true);
}

describe("an approval that waits", () => {
  test("is in the outbox with its request, once, and its approver hears of it by e-mail", async () => {
    const { referenceId } = await waitingPayout();
    expect(await outbox()).toMatchObject([
      { event: "approval_waiting", subject: `order:${referenceId}`, fannedOutAt: null, endedAt: null },
    ]);
    await detectNotifications(job);
    await detectNotifications(job);
    expect(await outbox()).toHaveLength(1);
    await tellAll();
    expect(inbox.map(({ to }) => to)).toEqual([["approver@test.example"]]);
    const mail = said(inbox[0]!);
    expect(mail).toContain(`http://console.test/sandbox/transactions/${referenceId}`);
    expect(mail).toContain(`Payout ${referenceId} waits for approval.`);
    // Neither its amount nor whom it pays.
    expect(mail).not.toMatch(/300,?000|ヤマダ|1234567/);
    expect(await log()).toMatchObject([{ event: "approval_waiting", to: "approver", kind: "email", state: "sent" }]);
    await sendDue();
    expect(inbox).toHaveLength(1);
  });

  test("that is not needed, or is over, is not announced", async () => {
    await requested(context, { amount: "12,000" });
    expect(await outbox()).toEqual([]);
    await decline(await waitingPayout());
    await tellAll();
    expect(await log()).toEqual([]);
    expect((await outbox())[0]?.endedAt).not.toBeNull();
  });

  test("is announced again where a batch is requested again before its former request was taken for over", async () => {
    const batchId = await uploaded(context, [{ amount: "300,000" }]);
    expect(await requestAsSeen(context, batchId)).toMatchObject({ ok: true });
    await tellAll();
    expect(inbox).toHaveLength(1);
    // One of the former request that is not sent yet, and its escalation.
    const [former] = await outbox();
    const { environment, subject, at } = former!;
    await context.db.insert(notifications).values({ environment, subject, at, event: "approval_unseen" });
    await context.db.update(notificationDeliveries).set({ state: "waiting" });

    expect(await takeBackBatch(await context.as("ops"), { batchId })).toMatchObject({ ok: true });
    expect(await requestAsSeen(context, batchId)).toMatchObject({ ok: true });
    const { endedAt } = notifications;
    const open = await context.db.select().from(notifications).where(isNull(endedAt));
    expect(open).toMatchObject([{ event: "approval_waiting", subject: `batch:${batchId}`, fannedOutAt: null }]);
    expect(await context.db.select().from(notificationDeliveries)).toMatchObject([{ state: "withdrawn" }]);
    await tellAll();
    expect(inbox).toHaveLength(2);
    await detectNotifications(job);
    expect(await context.db.$count(notifications, isNull(endedAt))).toBe(1);
  });

  test("is withdrawn where it was decided before the message was sent", async () => {
    const order = await waitingPayout();
    await fanOut(job);
    await decline(order);
    wait(context, 6);
    await sendDue();
    expect(inbox).toEqual([]);
    expect(await log()).toMatchObject([{ state: "withdrawn" }]);
    await detectNotifications(job);
    expect((await outbox())[0]?.endedAt).not.toBeNull();
  });

  test("rolls back with its change: there is no news of what did not happen", async () => {
    const { announce } = await import("@/lib/events/announce");
    const undone = context.db.transaction(async (tx) => {
      await announce(tx, job, { event: "discrepancy", subject: "order:WD-undone" });
      throw new Error("rolled back");
    });
    await expect(undone).rejects.toThrow("rolled back");
    expect(await outbox()).toEqual([]);
  });

  test("waits for the working hours of a user who wants it so, and others do not hear at all", async () => {
    const { actor } = await context.as("approver");
    await saveOwn(await context.as("approver"), { ...NO_CHOICES, hours: "working" });
    await saveOwn(await context.as("finance"), {
      ...NO_CHOICES,
      events: { approval_waiting: "on" },
      hours: "always",
    });
    context.clock.now = new Date("2027-03-06T03:00:00Z");
    await waitingPayout();
    await tellAll();
    expect(inbox.map(({ to }) => to)).toEqual([["finance@test.example"]]);
    const rows = await context.db
      .select()
      .from(notificationDeliveries)
      .where(eq(notificationDeliveries.userId, actor.id));
    expect(rows[0]?.nextTryAt?.toISOString()).toBe("2027-03-08T00:00:00.000Z");
    await saveOwn(await context.as("approver"), { ...NO_CHOICES, events: { approval_waiting: "off" } });
    await context.pool.query("delete from notification_deliveries; update notifications set fanned_out_at = null");
    await tellAll();
    expect(inbox.map(({ to }) => to)).toEqual([["finance@test.example"], ["finance@test.example"]]);
  });
});

describe("what waits for the morning is withdrawn", () => {
  const route = { roles: ["approver" as const], channels: [] as string[], hours: "working" as const, least: [] };
  /** In the evening made for a user and a channel, which hear of it in working hours. */
  async function madeInTheEvening() {
    const { channelId } = await channel();
    const routes = only("approval_waiting", [channelId]);
    await save({ routes: { ...routes, approval_waiting: { ...route, channels: [channelId] } } });
    context.clock.now = new Date("2027-03-04T10:00:00Z");
    await waitingPayout();
    await fanOut(job);
    expect(await outcome()).toEqual(["email waiting", "slack waiting"]);
    return routes;
  }
  const outcome = async () => (await log()).map(({ kind, state }) => `${kind} ${state}`).sort();
  async function inTheMorning() {
    context.clock.now = new Date("2027-03-05T00:00:00Z");
    await sendDue();
    return outcome();
  }

  test("from a user who has another role by then", async () => {
    await madeInTheEvening();
    const { actor } = await context.as("approver");
    const become = (role: "support" | "approver") =>
      context.db.update(users).set({ role }).where(eq(users.id, actor.id));
    await become("support");
    const became = await inTheMorning();
    await become("approver");
    expect(became).toEqual(["email withdrawn", "slack sent"]);
    expect(inbox).toEqual([]);
  });

  test("from a user who has switched the event off", async () => {
    await madeInTheEvening();
    await saveOwn(await context.as("approver"), { ...NO_CHOICES, events: { approval_waiting: "off" } });
    expect(await inTheMorning()).toEqual(["email withdrawn", "slack sent"]);
  });

  test("from roles and channels that an admin has taken out", async () => {
    const routes = await madeInTheEvening();
    await save({ routes: { ...routes, approval_waiting: { ...route, roles: [] } } });
    expect(await inTheMorning()).toEqual(["email withdrawn", "slack withdrawn"]);
    expect([inbox, receiver.received]).toEqual([[], []]);
  });

  test("nothing where all of them still hear", async () => {
    await madeInTheEvening();
    expect(await inTheMorning()).toEqual(["email sent", "slack sent"]);
  });
});

describe("states that time brings about", () => {
  test("begin once, end when they are over, and begin again as another notification", async () => {
    await save({ lowBalance: [{ currency: "THB", amount: "1000000" }] });
    const at = context.clock.now;
    const snapshot = (available: string) =>
      context.db.insert(balanceSnapshots).values({
        ...{ environment: "sandbox", currency: "THB", available, ledger: available },
        ...{ firstSeenAt: at, lastSeenAt: at },
      } as const);
    await snapshot("999999");
    await context.db.insert(circuitBreakers).values({ environment: "sandbox", failures: 5, trips: 1, openUntil: at });
    for (let minute = 0; minute < 3; minute++) await detectNotifications(job);
    expect((await outbox()).map(({ event, subject }) => [event, subject]).sort()).toEqual([
      ["low_balance", "balance:THB"],
      ["service_unreachable", "service:"],
    ]);
    await snapshot("1000000");
    await context.db.delete(circuitBreakers);
    await detectNotifications(job);
    expect((await outbox()).every(({ endedAt }) => endedAt !== null)).toBe(true);
    await snapshot("5");
    await detectNotifications(job);
    const open = and(eq(notifications.event, "low_balance"), isNull(notifications.endedAt));
    expect(await context.db.$count(notifications, open)).toBe(1);
    expect(await outbox()).toHaveLength(3);
  });

  test("an outcome is reported ten minutes after it became unknown, whenever its request was signed for", async () => {
    const { id, referenceId } = await requested(context);
    await context.db.update(transactions).set({ submission: "unknown" }).where(eq(transactions.id, id));
    const endedAt = context.clock.now;
    const earlier = (seconds: number) => new Date(endedAt.getTime() - seconds * 1_000);
    await context.db.insert(attempts).values({
      ...{ transactionRow: id, number: 1, nonce: "n", path: "/", body: "{}", outcome: "unknown", endedAt },
      // As with the short fuse.
      ...{ signedAt: earlier(270), claimedAt: earlier(30) },
    });
    await context.pool.query("delete from notifications");
    wait(context, 599);
    await detectNotifications(job);
    expect(await outbox()).toEqual([]);
    wait(context, 1);
    await detectNotifications(job);
    expect(await outbox()).toMatchObject([{ event: "outcome_unknown", subject: `order:${referenceId}` }]);
  });

  test("so is one that a lost database may have sent, of which there is no attempt", async () => {
    const { id, referenceId } = await requested(context);
    const [order] = await context.db.select().from(transactions).where(eq(transactions.id, id));
    // It was marked hours before its approval: it is unknown from its turn on.
    const possiblySentUntil = new Date(context.clock.now.getTime() - 3 * 3_600_000);
    await context.db.transaction((tx) => becomeUnknown(tx, job, { ...order!, possiblySentUntil }));
    await context.pool.query("delete from notifications");
    wait(context, 599);
    await detectNotifications(job);
    expect(await outbox()).toEqual([]);
    wait(context, 1);
    await detectNotifications(job);
    expect(await outbox()).toMatchObject([{ event: "outcome_unknown", subject: `order:${referenceId}` }]);
  });
});

describe("an alarm that ends and begins again within a minute is announced again", () => {
  /** What was open before it ended has gone, and what begins is to be sent. */
  async function isAnnouncedAgain(event: "batch_paused" | "webhook_disabled" | "discrepancy") {
    const rows = (await outbox()).filter((row) => row.event === event);
    expect(rows.map(({ endedAt, fannedOutAt }) => [endedAt !== null, fannedOutAt !== null])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(await log()).toMatchObject([{ event, state: "withdrawn" }]);
    await tellAll();
    expect((await log()).map(({ state }) => state).sort()).toEqual(["sent", "withdrawn"]);
  }

  test("a batch that is paused, goes on and is paused", async () => {
    const { channelId } = await channel();
    await save({ routes: only("batch_paused", [channelId]) });
    const batchId = await uploaded(context, [{ amount: "12,000" }]);
    await context.db.update(batches).set({ state: "sending" }).where(eq(batches.id, batchId));
    const ops = await context.as("ops");
    expect(await pauseBatch(ops, { batchId })).toMatchObject({ ok: true });
    await fanOut(job);
    wait(context, 1);
    expect(await resumeBatch(ops, { batchId })).toMatchObject({ ok: true });
    expect(await pauseBatch(ops, { batchId })).toMatchObject({ ok: true });
    await isAnnouncedAgain("batch_paused");
    expect(await resumeBatch(ops, { batchId })).toMatchObject({ ok: true });
  });

  test("a webhook endpoint that is switched off, on and off", async () => {
    const { channelId } = await channel();
    await save({ routes: only("webhook_disabled", [channelId]) });
    const added = await addEndpoint(admin, { name: "ledger", url: receiver.url, types: ["order.created"] });
    if (!added.ok) throw new Error(added.error.kind);
    const { endpointId } = added.value;
    receiver.behaviour.status = 410;
    context.clock.now = new Date();
    await requested(context);
    wait(context, 1);
    await deliverWebhooks(job);
    await fanOut(job);
    wait(context, 1);
    expect(await enableEndpoint(admin, { endpointId })).toMatchObject({ ok: true });
    await deliverWebhooks(job);
    receiver.behaviour.status = 200;
    await isAnnouncedAgain("webhook_disabled");
    expect(await removeEndpoint(admin, { endpointId })).toMatchObject({ ok: true });
  });

  test("a discrepancy that is resolved, and comes back with news", async () => {
    const { channelId } = await channel();
    await save({ routes: only("discrepancy", [channelId]) });
    const { id, referenceId } = await requested(context);
    await context.db.update(transactions).set({ submission: "accepted" }).where(eq(transactions.id, id));
    const report = (status: string, more: Partial<Report> = {}) =>
      context.db.transaction((tx) =>
        applyStatusReport(tx, job, id, { source: "signed_callback", status, ...more }, {}),
      );
    for (const status of ["COMPLETED", "FAILED"]) await report(status);
    await fanOut(job);
    wait(context, 1);
    const finance = await context.as("finance");
    const { seen = null } = (await getTransaction(finance, { referenceId }))?.discrepancy ?? {};
    const found = { referenceId, finding: "not_moved", reason: "mail of 20 Nov", seen } as const;
    expect(await resolveDiscrepancy(finance, found)).toMatchObject({ ok: true });
    await report("FAILED", { amount: "99" });
    await isAnnouncedAgain("discrepancy");
    // One that is not resolved yet is announced once.
    await report("FAILED", { amount: "98" });
    expect(await context.db.$count(notifications, eq(notifications.event, "discrepancy"))).toBe(2);
    await context.db.update(transactions).set({ resolvedAt: context.clock.now }).where(eq(transactions.id, id));
  });
});

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

describe("routing by amount and hours", () => {
  const route = (more: Partial<Route>): NotificationSettings["routes"] => {
    const routes = only("approval_waiting", []);
    return { ...routes, approval_waiting: { ...routes.approval_waiting, ...more } };
  };

  test("leaves out what is smaller; a channel and a user may have amounts of their own", async () => {
    const [all, large] = [(await channel()).channelId, (await channel({ url: `${receiver.url}/large` })).channelId];
    await save({
      routes: route({ roles: ["approver"], channels: [all, large], least: [{ currency: "JPY", amount: "400000" }] }),
      reaches: { [all]: { ...USUAL_REACH, least: [{ currency: "JPY", amount: "0" }] } },
    });
    const approver = await context.as("approver");
    const orders = [await waitingPayout(), await requested(context, { amount: "500,000" })];
    await tellAll();
    expect((await log()).map(({ kind, subject }) => [kind, subject]).sort()).toEqual(
      [
        ...[...orders, orders[1]!].map(({ referenceId }) => ["slack", `order:${referenceId}`]),
        ["email", `order:${orders[1]!.referenceId}`],
      ].sort(),
    );
    await saveOwn(approver, { ...NO_CHOICES, least: [{ currency: "JPY", amount: "1" }] });
    inbox.length = 0;
    const { referenceId } = await waitingPayout();
    await tellAll();
    expect(said(inbox[0]!)).toContain(referenceId);
  });

  test("keeps a channel's own hours, and a user's", async () => {
    const { channelId } = await channel();
    const nights = { from: "22:00", to: "06:00", days: "all" } as const;
    await save({
      routes: route({ roles: ["approver"], channels: [channelId] }),
      reaches: { [channelId]: { ...USUAL_REACH, hours: "own", own: nights } },
    });
    const own = { from: "07:30", to: "10:00", days: "all" } as const;
    await saveOwn(await context.as("approver"), { ...NO_CHOICES, hours: "own", own });
    context.clock.now = new Date("2027-03-07T03:00:00Z");
    await waitingPayout();
    await fanOut(job);
    expect((await log()).map(({ kind, nextTryAt }) => [kind, nextTryAt]).sort()).toEqual([
      ["email", "2027-03-07T22:30:00.000Z"],
      ["slack", "2027-03-07T13:00:00.000Z"],
    ]);
  });

  test("keeps them after a try that failed, too, but not where an admin sends it again", async () => {
    const { channelId } = await channel();
    const own = { from: "09:00", to: "18:00", days: "all" } as const;
    await save({ routes: { ...route({ roles: ["approver"], channels: [channelId], hours: "working" }) } });
    await saveOwn(await context.as("approver"), { ...NO_CHOICES, hours: "own", own });
    [mailServer.behaviour.answer, receiver.behaviour.status] = [451, 503];
    // A Friday in Tokyo.
    context.clock.now = new Date("2027-03-12T08:59:24Z");
    await waitingPayout();
    await tellAll();
    const next = async () => (await log()).map(({ kind, tries, nextTryAt }) => [kind, tries, nextTryAt]).sort();
    expect(await next()).toEqual([
      ["email", 1, "2027-03-13T00:00:00.000Z"],
      ["slack", 1, "2027-03-15T00:00:00.000Z"],
    ]);
    context.clock.now = new Date("2027-03-12T09:30:00Z");
    await context.db.update(notificationDeliveries).set({ state: "failed", nextTryAt: null });
    const [first] = await log();
    mailServer.behaviour.answer = 250;
    receiver.behaviour.status = 200;
    expect(await retryNotification(admin, { deliveryId: first!.id })).toMatchObject({ ok: true });
    await sendDue();
    expect((await log()).map(({ state }) => state).sort()).toEqual(["failed", "sent"]);
  });
});

describe("a daily digest", () => {
  const nine = "2027-04-05T00:00:00Z";
  const digested = () => log().then((lines) => lines.filter(({ event }) => event === "daily_digest"));
  async function minute() {
    await detectNotifications(job);
    await sendDue();
  }

  test("has what is open for its reader in one message, once a day at their time", async () => {
    const { channelId } = await channel();
    const none = only("daily_digest", [channelId]);
    // The chat hears of discrepancies, of which there are none; the approver of what waits.
    await save({ routes: { ...none, discrepancy: { ...none.discrepancy, channels: [channelId] } } });
    const choices = {
      ...NO_CHOICES,
      events: { daily_digest: "on", approval_waiting: "on" },
      digestAt: "10:00",
    } as const;
    await saveOwn(await context.as("approver"), choices);
    context.clock.now = new Date(nine);
    const orders = [await waitingPayout(), await waitingPayout()];
    await tellAll();
    expect(inbox).toHaveLength(1);
    await minute();
    // Nothing is open for the channel, so that nothing is sent to it.
    expect(receiver.received).toEqual([]);
    expect(await digested()).toMatchObject([{ kind: "slack", state: "withdrawn" }]);
    wait(context, 3_600);
    for (let again = 0; again < 3; again++) await minute();
    expect(inbox).toHaveLength(2);
    const text = said(inbox[1]!);
    expect(text).toContain("2 open items");
    for (const { referenceId } of orders) expect(text).toContain(`/sandbox/transactions/${referenceId}`);
    expect(text).not.toMatch(/300,?000|ヤマダ|1234567/);
    expect(await digested()).toHaveLength(2);
    wait(context, 24 * 3_600);
    await minute();
    // The two have expired meanwhile: nothing is open.
    expect(inbox).toHaveLength(2);
  });

  test("of the end of a day that is late comes after midnight, once, as that day's", async () => {
    const fridays = { ...USUAL_REACH, hours: "own", own: { from: "09:00", to: "18:00", days: "workdays" } } as const;
    const { channelId } = await channel();
    const none = only("daily_digest", [channelId]);
    const routes = { ...none, approval_waiting: { ...none.approval_waiting, channels: [channelId] } };
    await save({ routes, digestAt: "23:59", reaches: { [channelId]: fridays } });
    // A Saturday in Tokyo.
    context.clock.now = new Date("2027-04-09T15:10:00Z");
    await waitingPayout();
    await minute();
    expect(receiver.received).toHaveLength(1);
    expect(await digested()).toMatchObject([{ kind: "slack", subject: "digest:2027-04-09", state: "sent" }]);
    wait(context, 60);
    await minute();
    // Nor is there one of the Sunday.
    for (const late of ["2027-04-10T14:59:00Z", "2027-04-11T15:10:00Z"]) {
      context.clock.now = new Date(late);
      await waitingPayout();
      await minute();
    }
    expect(await digested()).toHaveLength(1);
  });

  test("that could not be sent is tried again within two hours, failed then, and sent later by hand alone", async () => {
    const { channelId } = await channel();
    const none = only("daily_digest", [channelId]);
    await save({ routes: { ...none, approval_waiting: { ...none.approval_waiting, channels: [channelId] } } });
    context.clock.now = new Date(nine);
    await waitingPayout();
    receiver.behaviour.status = 503;
    await minute();
    for (const minutes of [1, 2, 5, 15, 30]) {
      wait(context, minutes * 60);
      await minute();
    }
    expect(await digested()).toMatchObject([{ state: "waiting", failure: "status 503", tries: 6 }]);
    wait(context, 3_600);
    await minute();
    const [given] = await digested();
    expect(given).toMatchObject({ state: "failed", failure: "status 503", tries: 7, nextTryAt: null });
    [receiver.behaviour.status, receiver.received.length] = [200, 0];
    context.clock.now = new Date("2027-04-05T03:00:00Z");
    await minute();
    const digests = () => receiver.received.filter(({ body }) => body.includes("open item"));
    expect(digests()).toEqual([]);
    expect(await retryNotification(admin, { deliveryId: given!.id })).toMatchObject({ ok: true });
    await minute();
    expect(digests()).toHaveLength(1);
    expect(await digested()).toMatchObject([{ state: "sent", failure: null }]);
  });

  test("is not sent hours late, and not about one's own request", async () => {
    const choices = { ...NO_CHOICES, events: { daily_digest: "on", approval_waiting: "on" } } as const;
    await saveOwn(await context.as("ops"), choices);
    context.clock.now = new Date(nine);
    await waitingPayout();
    await minute();
    expect(await digested()).toMatchObject([{ to: "ops", state: "withdrawn" }]);
    await context.pool.query("truncate notification_deliveries");
    wait(context, 2 * 3_600);
    await minute();
    expect(await digested()).toEqual([]);
  });
});

describe("an approval that no approver has opened", () => {
  const unseen = async () => (await outbox()).filter(({ event }) => event === "approval_unseen");
  async function waited() {
    const { referenceId } = await waitingPayout();
    await detectNotifications(job);
    wait(context, 30 * 60);
    return { kind: "order", id: referenceId } as const;
  }

  test("goes to the next role and channel after its time, and ends when one opens it", async () => {
    const { channelId } = await channel();
    const routes = only("approval_unseen", [channelId]);
    await save({
      routes: { ...routes, approval_unseen: { ...routes.approval_unseen, roles: ["admin"] } },
      unseenMinutes: 30,
    });
    const opened = await waited();
    await detectNotifications(job);
    expect(await unseen()).toMatchObject([{ subject: `order:${opened.id}`, endedAt: null }]);
    wait(context, 6);
    await sendDue();
    expect(inbox.map(({ to }) => to)).toEqual([["admin@test.example"]]);
    expect(said(inbox[0]!)).toContain("no approver has opened it");
    expect(receiver.received).toHaveLength(1);
    await markOpened(await context.as("approver"), opened);
    await detectNotifications(job);
    expect(await unseen()).toMatchObject([{ endedAt: expect.any(Date) }]);
  });

  test("is not announced where one opened or decided it, and what was not sent is withdrawn", async () => {
    await save({ routes: only("approval_unseen", []), unseenMinutes: 30 });
    const first = await waitingPayout();
    await markOpened(await context.as("approver"), { kind: "order", id: first.referenceId });
    // Neither its requester nor who may not decide has seen it for the approvers.
    const second = await waitingPayout();
    const subject = { kind: "order", id: second.referenceId } as const;
    await markOpened(await context.as("finance"), subject);
    wait(context, 30 * 60);
    await detectNotifications(job);
    expect((await unseen()).map((one) => one.subject)).toEqual([`order:${second.referenceId}`]);
    await decline(second);
    await detectNotifications(job);
    expect((await unseen()).every(({ endedAt }) => endedAt !== null)).toBe(true);
  });
});

test("what was lost with its process is sent by the next minute's job", async () => {
  await waitingPayout();
  await context.pool.query("delete from graphile_worker._private_jobs");
  await detectNotifications(job);
  await context.pool.query("delete from graphile_worker._private_jobs");
  wait(context, 60);
  await detectNotifications(job);
  const { rows } = await context.pool.query(
    `select payload from graphile_worker._private_jobs jobs
     join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where tasks.identifier = 'deliver-notifications'`,
  );
  expect(rows).toHaveLength(1);
  await deliverNotifications(job, rows[0].payload);
  expect(inbox).toHaveLength(1);
});

test("a mail server that refuses for now, or refuses the sender, is asked again; a refused address is given up", async () => {
  await waitingPayout();
  mailServer.behaviour.answer = 451;
  await tellAll();
  expect(await log()).toMatchObject([{ state: "waiting", failure: "address_refused 451" }]);
  // Such as a relay whose credentials are wrong: it is no word about an address.
  mailServer.behaviour.answerToSender = 530;
  wait(context, 60);
  await sendDue();
  expect(await log()).toMatchObject([{ state: "waiting", tries: 2, failure: "EENVELOPE 530" }]);
  mailServer.behaviour.answerToSender = 250;
  mailServer.behaviour.answer = 550;
  wait(context, 120);
  await sendDue();
  expect(await log()).toMatchObject([{ state: "failed", failure: "address_refused 550" }]);
});

test("the log has pages that follow each other, shows each delivery once, and counts what failed in seven days", async () => {
  for (const environment of ["sandbox", "production"]) {
    // Two at a time, so that those of one time follow each other by their IDs.
    await context.pool.query(
      `with made as (
         insert into notifications (environment, event, subject, at)
         select '${environment}', 'approval_waiting', 'order:' || n, $1 from generate_series(1, 120) n returning id, subject
       )
       insert into notification_deliveries (notification_id, user_id, state, at)
       select id, (select users.id from users limit 1), 'failed',
         $1::timestamptz - split_part(subject, ':', 2)::int / 2 * interval '4 hours' from made`,
      [admin.now()],
    );
  }
  const seen: { id: string; at: string }[] = [];
  const pages: number[] = [];
  for (let before: string | undefined; pages.length < 10; ) {
    const { deliveries, older, failed } = await listNotificationDeliveries(
      admin,
      before === undefined ? {} : { before },
    );
    expect(failed).toBe(85);
    seen.push(...deliveries);
    pages.push(deliveries.length);
    if (older === null) break;
    expect(notificationLogAddress.parse({ before: older }).before).toBe(older);
    before = older;
  }
  expect(pages).toEqual([50, 50, 20]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(120);
  const times = seen.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
});

test("settings that were saved since the form was opened are not overwritten", async () => {
  const refused = { ok: false, error: { kind: "changed_meanwhile" } };
  const { settings, changedAt: seen } = await getNotificationSettings(admin);
  const off = {
    ...settings,
    routes: { ...settings.routes, low_balance: { ...settings.routes.low_balance, roles: [] } },
  };
  // Two windows were opened before anything was saved.
  const both = await Promise.all([
    saveNotificationSettings(admin, { seen, ...settings, closeBy: "10:30" }),
    saveNotificationSettings(await context.another("admin"), { seen, ...off }),
  ]);
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(both).toContainEqual(refused);
  const before = await getNotificationSettings(admin);
  expect(await saveNotificationSettings(admin, { seen, ...settings, closeBy: "10:45" })).toEqual(refused);
  expect(await getNotificationSettings(admin)).toEqual(before);
  // One that goes on from its own answer is not refused.
  wait(context, 60);
  const next = await saveNotificationSettings(admin, { seen: before.changedAt, ...before.settings, closeBy: "11:00" });
  wait(context, 60);
  expect(await saveNotificationSettings(admin, { seen: next.ok ? next.value.changedAt : null, ...off })).toMatchObject({
    ok: true,
  });
});

test("what is sent again, as the answer was lost, is saved once", async () => {
  const approver = await context.as("approver");
  const [all, own] = [await getNotificationSettings(admin), await getOwnNotifications(approver)];
  const form = { seen: all.changedAt, ...all.settings, closeBy: "09:15" };
  const choices = { seen: own.seen, ...NO_CHOICES, digestAt: "07:15" };
  wait(context, 60);
  const saved = [await saveNotificationSettings(admin, form), await saveOwnNotifications(approver, choices)];
  expect(saved).toMatchObject([{ ok: true }, { ok: true }]);
  const lines = await context.db.$count(auditEvents);
  wait(context, 60);
  expect([await saveNotificationSettings(admin, form), await saveOwnNotifications(approver, choices)]).toEqual(saved);
  expect(await context.db.$count(auditEvents)).toBe(lines);
});

test("a user's own choices are not overwritten by a window that was opened before they were saved", async () => {
  const approver = await context.as("approver");
  const { seen } = await getOwnNotifications(approver);
  const [off, later] = [
    { ...NO_CHOICES, events: { kyc_failed: "off" } } as const,
    { ...NO_CHOICES, digestAt: "10:00" },
  ];
  const saved = await saveOwnNotifications(approver, { seen, ...off });
  expect(saved).toMatchObject({ ok: true });
  expect(await saveOwnNotifications(approver, { seen, ...later })).toEqual({
    ...{ ok: false, error: { kind: "changed_meanwhile" } },
  });
  expect((await getOwnNotifications(approver)).choices).toEqual(off);
  // The window that saved goes on from its own answer.
  expect(await saveOwnNotifications(approver, { seen: saved.ok ? saved.value.seen : "", ...later })).toMatchObject({
    ok: true,
  });
});
