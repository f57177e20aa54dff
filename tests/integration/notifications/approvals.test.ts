import { eq, isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { notificationDeliveries, notifications } from "@/drizzle/schema/notifications";
import { takeBackBatch } from "@/lib/batches/approvals";
import { markOpened } from "@/lib/notifications/commands";
import { detectNotifications } from "@/lib/notifications/detect";
import { fanOut } from "@/lib/notifications/fan-out";
import { NO_CHOICES } from "@/lib/notifications/settings";
import { requestAsSeen, uploaded } from "../../support/batches";
import { said } from "../../support/mail-server";
import {
  channel,
  context,
  decline,
  inbox,
  job,
  log,
  only,
  openNotifications,
  outbox,
  receiver,
  save,
  sendDue,
  tellAll,
  waitingPayout,
} from "../../support/notification-console";
import { saveOwn } from "../../support/notifications";
import { requested } from "../../support/orders";
import { wait } from "../../support/sign-in";

openNotifications();

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
