import { expect, test } from "vitest";
import { duration, durationTicks } from "@/components/reports/figures";
import { ratePercent } from "@/lib/reports/share";

test.each([
  ["0", "0 s", "0秒"],
  ["45.4", "45 s", "45秒"],
  ["750", "12 min 30 s", "12分30秒"],
  ["3600", "1 h", "1時間"],
  ["11105", "3 h 5 min", "3時間5分"],
  ["187200", "2 d 4 h", "2日4時間"],
])("%s seconds are %s", (seconds, english, japanese) => {
  expect(duration(seconds, "en")).toBe(english);
  expect(duration(seconds, "ja")).toBe(japanese);
});

test("an axis of durations has round minutes or hours", () => {
  expect(durationTicks([120, 2_900])).toEqual([0, 1_200, 2_400, 3_600]);
  expect(durationTicks([30])[0]).toBe(0);
});

test("a share is cut off, so that 100% means all", () => {
  expect([2_999 / 3_000, 1, 0.29, 0.945, 0].map(ratePercent)).toEqual(["99.9%", "100.0%", "29.0%", "94.5%", "0.0%"]);
});
