import { expect, test } from "vitest";
import { NOTIFICATION_EVENTS } from "@/lib/events/events";
import { USUAL_REACH } from "@/lib/notifications/reach";
import { settingsFrom, withoutRemoved } from "@/lib/notifications/settings";

test("of channels that were removed nothing is saved", () => {
  const settings = settingsFrom({ reaches: { kept: USUAL_REACH, gone: USUAL_REACH } });
  for (const event of NOTIFICATION_EVENTS) {
    settings.routes[event] = { ...settings.routes[event], channels: ["gone", "kept", "gone-too"] };
  }
  const { routes, reaches, ...rest } = withoutRemoved(settings, [{ id: "kept" }, { id: "new" }]);
  expect(reaches).toEqual({ kept: USUAL_REACH });
  for (const event of NOTIFICATION_EVENTS) {
    expect(routes[event]).toEqual({ ...settings.routes[event], channels: ["kept"] });
  }
  expect(rest).toEqual({ ...settings, routes: undefined, reaches: undefined });
});
