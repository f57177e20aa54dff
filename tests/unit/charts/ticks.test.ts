import fc from "fast-check";
import { expect, test } from "vitest";
import { plainNumber } from "@/components/charts/plain-number";
import { niceTicks, spacedTicks } from "@/components/charts/ticks";
import { axisTime, momentsWithin } from "@/components/charts/time-axis";

test("an axis has two to five round values, around everything that is drawn", () => {
  const values = fc.array(
    fc.integer({ min: -1e12, max: 1e12 }).map((cents) => cents / 100),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(values, fc.boolean(), fc.boolean(), (all, fromZero, isWhole) => {
      const ticks = niceTicks(all, { fromZero, isWhole });
      const slack = 1e-9 * Math.max(1, ...all.map(Math.abs));
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks[0]).toBeLessThanOrEqual(Math.min(...all) + slack);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...all) - slack);
      if (isWhole) expect(ticks.every(Number.isInteger)).toBe(true);
      if (fromZero) expect(ticks).toContain(0);
    }),
  );
});

test("the axis of a balance may begin above zero, that of bars does not", () => {
  expect(niceTicks([38_000_000, 52_000_000])).toEqual([36e6, 40e6, 44e6, 48e6, 52e6]);
  expect(niceTicks([38, 52], { fromZero: true })).toEqual([0, 20, 40, 60]);
  expect(niceTicks([-50, 50], { fromZero: true })).toContain(0);
});

test("a number of an axis is written without an exponent", () => {
  expect(plainNumber(1e21)).toBe("1000000000000000000000");
  expect(plainNumber(0.25)).toBe("0.25");
});

test("of many days, at most seven are named", () => {
  expect(spacedTicks(Array.from({ length: 31 }, (_, day) => day))).toEqual([0, 5, 10, 15, 20, 25, 30]);
  expect(spacedTicks([1, 2])).toEqual([1, 2]);
});

test("moments of an axis are round on the Tokyo clock, and a day is named at its midnight", () => {
  const day = momentsWithin(new Date("2026-11-22T05:06:00Z"), new Date("2026-11-23T05:06:00Z"));
  expect(day.map((at) => axisTime(at, "en"))).toEqual(["18:00", "23 Nov", "06:00", "12:00"]);
  expect(day.map((at) => axisTime(at, "ja"))).toEqual(["18:00", "11/23", "06:00", "12:00"]);
});
