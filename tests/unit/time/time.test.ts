import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatTokyo, recentStyle, tokyoDay, tokyoDayRange } from "@/lib/time";

test.each([
  ["2026-11-21T09:30:05Z", "2026-11-21"],
  ["2026-11-20T14:59:59.999Z", "2026-11-20"],
  ["2026-11-20T15:00:00Z", "2026-11-21"],
  ["2026-12-31T15:00:00Z", "2027-01-01"],
  ["2028-02-28T15:00:00Z", "2028-02-29"],
])("%s is %s in Tokyo", (at, day) => expect(tokyoDay(new Date(at))).toBe(day));

test("a moment has its date unless it is today in Tokyo", () => {
  const now = new Date("2026-11-21T15:00:10Z");
  const shown = (at: string) => formatTokyo(new Date(at), recentStyle(new Date(at), now));
  expect(shown("2026-11-21T15:00:05Z")).toBe("00:00:05");
  expect(shown("2026-11-21T14:59:55Z")).toBe("2026/11/21 23:59");
  expect(shown("2025-11-21T15:00:05Z")).toBe("2025/11/22 00:00");
});

test("a Tokyo day begins at 15:00 UTC and does not hold the first moment of the next", () => {
  expect(tokyoDayRange("2026-11-21")).toEqual({
    from: new Date("2026-11-20T15:00:00Z"),
    before: new Date("2026-11-21T15:00:00Z"),
  });
});

describe("a day that is none has no range", () => {
  test.each([
    "",
    "2026-02-30",
    "2026-13-01",
    "2025-02-29",
    "2026-11-21T00:00",
    "21/11/2026",
    "２０２６-１１-２１",
    "today",
  ])("%s", (day) => expect(tokyoDayRange(day)).toBeNull());
});

test("every moment lies in the range of its day, and days leave no gap", () => {
  const moment = fc.date({ min: new Date("1971-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(moment, (at) => {
      const range = tokyoDayRange(tokyoDay(at))!;
      expect(at >= range.from && at < range.before).toBe(true);
      expect(tokyoDayRange(tokyoDay(range.before))!.from).toEqual(range.before);
    }),
  );
});

test("a moment is written as people in Tokyo read it", () => {
  const at = new Date("2026-11-21T09:30:05.999Z");
  expect(formatTokyo(at, "full")).toBe("2026/11/21 18:30:05 JST");
  expect(formatTokyo(at, "minute")).toBe("2026/11/21 18:30");
  expect(formatTokyo(at, "day")).toBe("2026/11/21");
  expect(formatTokyo(at, "full", "en")).toBe("21 Nov 2026 18:30:05 JST");
  expect(formatTokyo(at, "minute", "en")).toBe("21 Nov 2026 18:30");
  expect(formatTokyo(at, "time", "en")).toBe("18:30:05");
  expect(formatTokyo(at, "time")).toBe("18:30:05");
});

test("the written clock is that of the platform's own Asia/Tokyo", () => {
  const parts = new Intl.DateTimeFormat("ja-JP", { timeZone: "Asia/Tokyo", dateStyle: "medium", timeStyle: "medium" });
  const moment = fc.date({ min: new Date("1971-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
  const digits = (text: string) => text.match(/\d+/g)?.map(Number);
  fc.assert(
    fc.property(moment, (at) => {
      expect(digits(formatTokyo(at, "full"))).toEqual(digits(parts.format(at)));
    }),
  );
});
