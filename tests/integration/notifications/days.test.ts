import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dailyCloses, dayReopenings } from "@/drizzle/schema/daily-closes";
import { notifications } from "@/drizzle/schema/notifications";
import type { Ctx } from "@/lib/auth/context";
import type { EmailMessage } from "@/lib/email/email";
import { detectNotifications } from "@/lib/notifications/detect";
import { NO_CHOICES } from "@/lib/notifications/settings";
import { ok } from "@/lib/result";
import { openTestContext, type TestContext } from "../../support/context";
import { deliverDue, saveOwn } from "../../support/notifications";
import { wait } from "../../support/sign-in";

const inbox: EmailMessage[] = [];
let context: TestContext;
let [job, finance]: Ctx[] = [];
let userId: string;

beforeAll(async () => {
  const mail = async (message: EmailMessage) => {
    inbox.push(message);
    return ok(null);
  };
  context = await openTestContext(undefined, { mail });
  [job, finance] = [await context.as("job"), await context.as("finance")];
  userId = finance.actor.id;
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.pool.query(`
    alter table daily_closes disable trigger append_only; alter table day_reopenings disable trigger append_only;
    truncate daily_closes, day_reopenings, notification_preferences, notification_deliveries, notifications cascade;
    alter table daily_closes enable trigger append_only; alter table day_reopenings enable trigger append_only`);
  inbox.length = 0;
});

const tokyo = (time: string) => {
  context.clock.now = new Date(`${time}:00+09:00`);
};
const close = (day: string, version = 1) =>
  context.db.insert(dailyCloses).values({
    ...{ environment: "sandbox" as const, day, version, document: "{}", hash: "0", closedBy: userId },
    closedAt: context.clock.now,
  });
const reopen = (day: string) =>
  context.db.insert(dayReopenings).values({
    ...{ environment: "sandbox" as const, day, version: 1, reason: "late", reopenedAt: context.clock.now },
    ...{ proposedBy: userId, confirmedBy: userId },
  });

/** The job of a minute, and what is open after it. */
async function open() {
  await detectNotifications(job!);
  wait(context, 6);
  await deliverDue(context, job!);
  const rows = await context.db.select().from(notifications).where(eq(notifications.event, "day_not_closed"));
  return rows.flatMap(({ subject, endedAt }) => (endedAt === null ? subject : [])).sort();
}

test("a day is said to be open from its time on the next day until it is closed, over midnight, too", async () => {
  tokyo("2027-04-05T09:00");
  expect(await open()).toEqual([]);
  await close("2027-04-04");
  tokyo("2027-04-06T11:59");
  expect(await open()).toEqual([]);
  tokyo("2027-04-06T12:00");
  expect(await open()).toEqual(["day:2027-04-05"]);
  tokyo("2027-04-07T09:00");
  expect(await open()).toEqual(["day:2027-04-05"]);
  tokyo("2027-04-07T12:00");
  expect(await open()).toEqual(["day:2027-04-05", "day:2027-04-06"]);
  expect(inbox).toHaveLength(2);
  // One that is passed over is not asked for once a later one is closed, but one that was reopened is.
  await close("2027-04-06");
  expect(await open()).toEqual([]);
  await reopen("2027-04-04");
  expect(await open()).toEqual(["day:2027-04-04"]);
  await close("2027-04-04", 2);
  expect(await open()).toEqual([]);
});

test("a week later a day is not asked for any more", async () => {
  await close("2027-04-04");
  tokyo("2027-04-20T13:00");
  expect(await open()).toEqual(["13", "14", "15", "16", "17", "18", "19"].map((day) => `day:2027-04-${day}`));
});

test("the digest of the next morning has it", async () => {
  await saveOwn(finance!, { ...NO_CHOICES, events: { daily_digest: "on" } });
  await close("2027-04-04");
  tokyo("2027-04-06T12:00");
  await open();
  inbox.length = 0;
  tokyo("2027-04-07T09:00");
  await open();
  expect(inbox.map(({ text }) => text.includes("5 Apr 2027 is not closed."))).toEqual([true]);
});

test("one who hears in working hours hears on Monday of a Friday that was due on Saturday", async () => {
  await saveOwn(finance!, { ...NO_CHOICES, hours: "working" });
  await close("2027-04-01");
  tokyo("2027-04-03T12:00");
  expect(await open()).toEqual(["day:2027-04-02"]);
  expect(inbox).toEqual([]);
  tokyo("2027-04-05T09:00");
  await open();
  expect(inbox[0]?.text).toContain("2 Apr 2027 is not closed.");
});
