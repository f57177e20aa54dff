import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { notifications } from "@/drizzle/schema/notifications";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { createMailer } from "@/lib/email/smtp";
import { addChannel } from "@/lib/notifications/commands";
import { fanOut } from "@/lib/notifications/fan-out";
import { listNotificationDeliveries } from "@/lib/notifications/queries";
import type { ChannelInput } from "@/lib/notifications/schema";
import { type NotificationSettings, settingsFrom } from "@/lib/notifications/settings";
import { createOutgoing } from "@/lib/outgoing/client";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { openTestContext, type TestContext } from "./context";
import { type Email, startMailServer } from "./mail-server";
import { deliverDue, saveSettings } from "./notifications";
import { requested } from "./orders";
import { wait } from "./sign-in";
import { startReceiver } from "./webhook-receiver";

export let context: TestContext;
export let admin: Ctx;
export let job: Ctx;
export let mailServer: Awaited<ReturnType<typeof startMailServer>>;
export let receiver: Awaited<ReturnType<typeof startReceiver>>;
export let inbox: Email[];

/** A console whose notifications arrive at a mail server and a receiver of the test. Before each test nothing is noted. */
export function openNotifications(): void {
  beforeAll(async () => {
    [mailServer, receiver] = [await startMailServer(), await startReceiver()];
    inbox = mailServer.emails;
    const mail = createMailer({ url: mailServer.url, from: "choba@test.example", timeoutMs: 2_000 });
    context = await openTestContext(undefined, {
      mail,
      post: createOutgoing({ allowLoopback: true, timeoutMs: 2_000 }),
    });
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
}

export const outbox = () => context.db.select().from(notifications).orderBy(notifications.at);
export const log = async () => (await listNotificationDeliveries(admin)).deliveries;

/** What the job runner does next: makes deliveries, and sends those that are due. */
export async function tellAll() {
  await fanOut(job);
  wait(context, 6);
  await sendDue();
}
export async function sendDue() {
  await deliverDue(context, job);
}

export const save = async (change: Partial<NotificationSettings>) =>
  expect(await saveSettings(admin, change)).toEqual({ changedAt: context.clock.now.toISOString() });
export const only = (
  event: keyof NotificationSettings["routes"],
  channels: string[],
): NotificationSettings["routes"] => {
  const none = settingsFrom().routes;
  for (const one of Object.keys(none) as (typeof event)[])
    none[one] = { roles: [], channels: [], hours: "always", least: [] };
  return { ...none, [event]: { roles: [], channels, hours: "always", least: [] } };
};

export async function channel(more: Partial<ChannelInput> = {}) {
  const added = await addChannel(admin, { kind: "slack", name: "alerts", locale: "en", url: receiver.url, ...more });
  if (!added.ok) throw new Error(added.error.kind);
  return added.value;
}

export const waitingPayout = () => requested(context, { amount: "300,000" });
export async function decline({ id, referenceId }: { id: string; referenceId: string }) {
  const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, id));
  const decision = { referenceId, decision: "declined", digest: intent!.digest, reason: "no" } as const;
  expect((await decideWithdrawal(await context.as("approver"), decision)).ok).toBe(true);
}
