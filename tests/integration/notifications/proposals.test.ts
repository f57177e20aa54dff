import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { notifications, notificationViews } from "@/drizzle/schema/notifications";
import type { Ctx } from "@/lib/auth/context";
import { propose } from "@/lib/auth/dual-control";
import type { ProposalKind } from "@/lib/auth/proposal";
import type { EmailMessage } from "@/lib/email/email";
import type { Environment } from "@/lib/environment";
import { markOpened } from "@/lib/notifications/commands";
import { detectNotifications } from "@/lib/notifications/detect";
import { NO_CHOICES, settingsFrom } from "@/lib/notifications/settings";
import { ok } from "@/lib/result";
import { DAY_MS, tokyoDayOf } from "@/lib/time";
import { openTestContext, type TestContext } from "../../support/context";
import { deliverDue, saveOwn, saveSettings } from "../../support/notifications";
import { wait } from "../../support/sign-in";

const inbox: EmailMessage[] = [];
let context: TestContext;
let [job, admin, finance, second]: Ctx[] = [];

beforeAll(async () => {
  const mail = async (message: EmailMessage) => {
    inbox.push(message);
    return ok(null);
  };
  context = await openTestContext(undefined, { mail });
  [job, admin, finance] = [await context.as("job"), await context.as("admin"), await context.as("finance")];
  for (const role of ["approver", "ops", "support"] as const) await context.as(role);
  await context.another("admin");
  second = await context.another("finance");
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.pool.query("delete from proposals");
  await context.pool.query(
    "truncate notification_settings, notification_preferences, notification_deliveries, notifications cascade",
  );
  inbox.length = 0;
});

async function proposed(by: Ctx, kind: ProposalKind) {
  const control = { kind, audit: () => null };
  const made = await by.db.transaction((tx) => propose(tx, by, control, { change: {}, subject: kind }));
  if (!made.ok) throw new Error(made.error.kind);
  return made.value.proposalId;
}

/** The job of a minute, with those who were written to. */
async function heard() {
  await detectNotifications(job!);
  wait(context, 6);
  await deliverDue(context, job!);
  return inbox
    .splice(0)
    .map(({ to }) => to.replace("@test.example", ""))
    .sort();
}

test.each([
  ["day", ["admin", "second-admin", "second-finance"]],
  ["resume_payouts", ["admin", "approver", "second-admin"]],
] as const)("of a proposal of the kind %s those hear who may decide about it", async (kind, readers) => {
  await proposed(kind === "day" ? finance! : await context.another("approver"), kind);
  expect(await heard()).toEqual(readers);
});

test("opened by one who may only read it, a proposal is not yet opened by one who decides", async () => {
  const id = await proposed(finance!, "day");
  await heard();
  const views = async () => (await context.db.select().from(notificationViews)).map(({ userId }) => userId);
  await markOpened(await context.as("approver"), { kind: "proposal", id });
  await markOpened(finance!, { kind: "proposal", id });
  expect(await views()).toEqual([]);
  await markOpened(second!, { kind: "proposal", id });
  expect(await views()).toEqual([second!.actor.id]);
});

test("opened in the sandbox, a proposal about a user does not escalate in production, where it was announced", async () => {
  const of = (ctx: Ctx, environment: Environment): Ctx => ({ ...ctx, environment, hasProduction: true });
  const control = { kind: "user", isGlobal: true, audit: () => null } as const;
  const proposer = of(second!, "sandbox");
  const made = await context.db.transaction((tx) => propose(tx, proposer, control, { change: {}, subject: "user" }));
  if (!made.ok) throw new Error(made.error.kind);
  await detectNotifications(of(job!, "production"));
  wait(context, 60 * 60);
  await markOpened(of(admin!, "sandbox"), { kind: "proposal", id: made.value.proposalId });
  await detectNotifications(of(job!, "production"));
  const events = await context.db.select({ event: notifications.event }).from(notifications);
  expect(events).toEqual([{ event: "approval_waiting" }]);
});

test("one who switched the event off does not hear, nor does any role where none hears of it", async () => {
  await saveOwn(admin!, { ...NO_CHOICES, events: { approval_waiting: "off" } });
  await proposed(finance!, "day");
  expect(await heard()).toEqual(["second-admin", "second-finance"]);
  const settings = settingsFrom();
  settings.routes.approval_waiting = { ...settings.routes.approval_waiting, roles: [] };
  await saveSettings(admin!, settings);
  await saveOwn(admin!, { ...NO_CHOICES, events: { approval_waiting: "on" } });
  await saveOwn(await context.as("ops"), { ...NO_CHOICES, events: { approval_waiting: "on" } });
  await proposed(finance!, "exception");
  expect(await heard()).toEqual(["admin"]);
});

test("the digest has a proposal for those who may decide about it, and for no others", async () => {
  const nine = tokyoDayOf(new Date(Date.now() + DAY_MS)).from.getTime() + 9 * 3_600_000;
  context.clock.now = new Date(nine - 1_800_000);
  for (const who of [second!, await context.as("approver")]) {
    await saveOwn(who, { ...NO_CHOICES, events: { daily_digest: "on" } });
  }
  await proposed(finance!, "day");
  expect(await heard()).toEqual(["admin", "second-admin", "second-finance"]);
  context.clock.now = new Date(nine);
  expect(await heard()).toEqual(["second-finance"]);
});
