import { describe, expect, test } from "vitest";
import { driftSeconds, isDrifting, isOutdated, serviceTimeFrom } from "@/lib/payments-api/clock";

test("the service's clock is read from its Date header", () => {
  expect(serviceTimeFrom("Sat, 21 Nov 2026 09:30:05 GMT")).toEqual(new Date("2026-11-21T09:30:05Z"));
});

describe("a header that is no HTTP date is no clock", () => {
  test.each([
    undefined,
    "",
    "now",
    "2026-11-21T09:30:05Z",
    "Sat, 21 Nov 2026 09:30:05 JST",
    "Sat, 21 Nov 2026 25:30:05 GMT",
    "Sat, 21 Foo 2026 09:30:05 GMT",
    "1795253405",
    "1 Sat, 21 Nov 2026 09:30:05 GMT",
  ])("%s", (header) => expect(serviceTimeFrom(header)).toBeNull());
});

test.each([
  ["2026-11-21T09:30:36Z", 31, true],
  ["2026-11-21T09:30:35Z", 30, false],
  ["2026-11-21T09:29:34Z", -31, true],
  ["2026-11-21T09:29:35Z", -30, false],
])("at our %s we are %i s ahead; worth a warning: %s", (ours, seconds, worth) => {
  const drift = driftSeconds(new Date("2026-11-21T09:30:05Z"), new Date(ours));
  expect(drift).toBe(seconds);
  expect(isDrifting(drift)).toBe(worth);
});

test.each([
  [null, false],
  ["2026-11-21T09:40:00Z", false],
  ["2026-11-21T09:25:05Z", false],
  ["2026-11-21T09:25:04Z", true],
])("an answer dated %s to a request signed at 09:30:05 is outdated: %s", (date, outdated) => {
  expect(isOutdated(date === null ? null : new Date(date), new Date("2026-11-21T09:30:05Z"))).toBe(outdated);
});
