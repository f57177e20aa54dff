import { expect, test } from "vitest";
import { dayOfDueDigest, deliverAt, nextTryAt } from "@/lib/notifications/delivery-time";
import { type Hours, isEnough, leastOf, USUAL_REACH } from "@/lib/notifications/reach";

const WORK: Hours = { from: "09:00", to: "18:00", days: "workdays" };
const NIGHT: Hours = { from: "22:00", to: "06:00", days: "workdays" };
const at = (tokyo: string) => new Date(`${tokyo}:00+09:00`);

test("what may be sent at any time is sent now", () => {
  const night = at("2026-11-22T03:00");
  expect(deliverAt(night, null)).toEqual(night);
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
  expect(deliverAt(at(now), WORK)).toEqual(at(then));
});

test.each([
  ["in the evening, now", "2026-11-25T23:00", "2026-11-25T23:00"],
  ["after midnight, now", "2026-11-26T05:59", "2026-11-26T05:59"],
  ["in the morning, the same evening", "2026-11-26T06:00", "2026-11-26T22:00"],
  ["after midnight of a Saturday, now: they began on Friday", "2026-11-28T01:00", "2026-11-28T01:00"],
  ["in the night to Monday, on Monday evening", "2026-11-30T01:00", "2026-11-30T22:00"],
])("hours over midnight: %s", (_when, now, then) => {
  expect(deliverAt(at(now), NIGHT)).toEqual(at(then));
});

test.each([
  ["09:00", ["25T08:59", "25T09:00", "25T10:59", "25T11:00"], [null, 25, 25, null]],
  ["23:59", ["25T23:58", "25T23:59", "26T00:10", "26T01:58", "26T01:59"], [null, 25, 25, 25, null]],
  ["00:00", ["24T23:59", "25T00:00", "25T01:59", "25T02:00"], [null, 25, 25, null]],
])("a digest of %s is due for two hours, as that of its day also after midnight", (clock, moments, days) => {
  const due = moments.map((moment) => dayOfDueDigest(at(`2026-11-${moment}`), clock));
  expect(due).toEqual(days.map((day) => day && at(`2026-11-${day}T00:00`)));
});

test("a minimum is of its currency; a reader's own replaces that of the event; without a sum there is none", () => {
  const least = leastOf({ ...USUAL_REACH, least: [{ currency: "JPY", amount: "5000" }] }, [
    { currency: "JPY", amount: "1000000" },
    { currency: "THB", amount: "100" },
  ]);
  const of = (currency: string, amount: string) => isEnough([{ currency, amount }], least);
  expect([of("JPY", "5000"), of("JPY", "4999"), of("THB", "99.99"), of("USDT", "0.1")]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(
    isEnough(
      [
        { currency: "JPY", amount: "1" },
        { currency: "THB", amount: "100" },
      ],
      least,
    ),
  ).toBe(true);
  expect(isEnough([], least)).toBe(true);
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
