import { expect, test } from "vitest";
import { daysProblem, isWholeDay } from "@/components/filters/whole-day";

test.each(["2026-11-28", "2028-02-29"])("%s is a day", (day) => {
  expect(isWholeDay(day)).toBe(true);
});

test.each(["", "0020-11-28", "1999-12-31", "2026-13-45", "2026-02-30", "2026-1-1"])("%s is none", (day) => {
  expect(isWholeDay(day)).toBe(false);
});

test.each([
  ["2026-11-28", "2026-11-28", null],
  ["2026-11-20", "2026-11-29", null],
  ["2026-11-20", "2026-11-30", "daysMost"],
  ["2026-11-21", "2026-11-20", "daysOrder"],
  ["", "2026-11-20", "daysOrder"],
  ["2026-11-20", "0020-11-28", "daysOrder"],
])("%s to %s, of at most 10 days: %s", (from, to, problem) => {
  expect(daysProblem({ from, to }, 10)).toBe(problem);
});
