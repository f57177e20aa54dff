import { expect, test } from "vitest";
import { deliverAt, nextTryAt } from "@/lib/notifications/delivery-time";

const WORK = { workFrom: "09:00", workTo: "18:00" };
const at = (tokyo: string) => new Date(`${tokyo}:00+09:00`);

test("what may be sent at any time is sent now", () => {
  const night = at("2026-11-22T03:00");
  expect(deliverAt(night, "always", WORK)).toEqual(night);
});

test.each([
  ["during working hours, now", "2026-11-25T17:59", "2026-11-25T17:59"],
  ["before them, the same day", "2026-11-25T08:59", "2026-11-25T09:00"],
  ["after them, the next day", "2026-11-25T18:00", "2026-11-26T09:00"],
  ["on a Friday evening, on Monday", "2026-11-27T20:00", "2026-11-30T09:00"],
  ["on a Saturday morning, on Monday", "2026-11-28T05:00", "2026-11-30T09:00"],
  ["on a Sunday at noon, on Monday", "2026-11-29T12:00", "2026-11-30T09:00"],
  ["on a Monday before dawn, the same day", "2026-11-30T00:01", "2026-11-30T09:00"],
])("%s", (_when, now, then) => {
  expect(deliverAt(at(now), "working", WORK)).toEqual(at(then));
});

test("a failed try is repeated ever later, and given up after eight", () => {
  const now = at("2026-11-25T10:00");
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8].map((tries) => {
    const next = nextTryAt(now, tries);
    return next && (next.getTime() - now.getTime()) / 60_000;
  });
  expect(minutes).toEqual([1, 2, 5, 15, 30, 60, 120, 240]);
  expect(nextTryAt(now, 9)).toBeNull();
});
