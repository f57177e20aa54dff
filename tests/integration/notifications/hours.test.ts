import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { notificationDeliveries } from "@/drizzle/schema/notifications";
import { users } from "@/drizzle/schema/users";
import { readSubject } from "@/lib/events/events";
import { applyKycStatusReport } from "@/lib/kyc/apply-status-report";
import { retryNotification } from "@/lib/notifications/commands";
import { fanOut } from "@/lib/notifications/fan-out";
import { USUAL_REACH } from "@/lib/notifications/reach";
import { NO_CHOICES, type NotificationSettings, type Route } from "@/lib/notifications/settings";
import { said } from "../../support/mail-server";
import {
  admin,
  channel,
  context,
  inbox,
  job,
  log,
  mailServer,
  only,
  openNotifications,
  receiver,
  save,
  sendDue,
  tellAll,
  waitingPayout,
} from "../../support/notification-console";
import { saveOwn } from "../../support/notifications";
import { requested } from "../../support/orders";
import { registering } from "../../support/players";

openNotifications();

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

test("a failed registration that waits for the morning is withdrawn where the player was registered again", async () => {
  const { channelId } = await channel();
  const routes = only("kyc_failed", [channelId]);
  await save({ routes: { ...routes, kyc_failed: { ...routes.kyc_failed, hours: "working" } } });
  context.clock.now = new Date("2027-03-04T11:00:00Z");
  const failing = [await registering(context), await registering(context)];
  const said = { source: "signed_callback", status: "FAILED", playerId: null, currency: null } as const;
  const report = { ...said, asOf: context.clock.now };
  for (const { id } of failing) await context.db.transaction((tx) => applyKycStatusReport(tx, job, id, report, {}));
  await fanOut(job);
  await registering(context, { playerId: failing[0]!.playerId, userName: "ヤマダ　ハナコ" });
  context.clock.now = new Date("2027-03-05T00:00:00Z");
  await sendDue();
  const states = new Map((await log()).map(({ subject, state }) => [readSubject(subject).id, state]));
  expect(failing.map(({ playerId }) => states.get(playerId))).toEqual(["withdrawn", "sent"]);
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
