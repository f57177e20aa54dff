import { expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { saveNotificationSettings, saveOwnNotifications } from "@/lib/notifications/commands";
import { getNotificationSettings, getOwnNotifications } from "@/lib/notifications/queries";
import { NO_CHOICES } from "@/lib/notifications/settings";
import { admin, context, openNotifications } from "../../support/notification-console";
import { wait } from "../../support/sign-in";

openNotifications();

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
