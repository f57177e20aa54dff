import { describe, expect, test } from "vitest";
import { retryNotification } from "@/lib/notifications/commands";
import { detectNotifications } from "@/lib/notifications/detect";
import { USUAL_REACH } from "@/lib/notifications/reach";
import { NO_CHOICES } from "@/lib/notifications/settings";
import { said } from "../../support/mail-server";
import {
  admin,
  channel,
  context,
  inbox,
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
import { saveOwn } from "../../support/notifications";
import { wait } from "../../support/sign-in";

openNotifications();

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
