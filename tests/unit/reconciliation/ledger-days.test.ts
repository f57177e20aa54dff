import { expect, test } from "vitest";
import type { GridRow } from "@/lib/imports/grid";
import { dayCounter } from "@/lib/reconciliation/ledger-day-counter";
import { otherDays } from "@/lib/reconciliation/ledger-days";

const row = (...cells: string[]): GridRow => ({ line: 2, raw: "", cells, problem: null, cellProblems: {} });
const daysOf = (...rows: GridRow[]) => {
  const counter = dayCounter(rows.slice(0, 3));
  counter.add(rows);
  return counter.days();
};
const only = (day: string) => ({ from: day, to: day });

test("the days of a ledger are counted in Tokyo, in each column that has times", () => {
  expect(
    daysOf(
      row("A-1", "2026-11-25 10:00:00", "2026/11/26"),
      row("A-2", " 2026-11-24T15:00:00Z ", ""),
      row("A-3", "2026-11-26 00:30", "soon"),
      row("A-4", "–", "2026/11/26"),
    ),
  ).toEqual({ 1: { "2026-11-25": 2, "2026-11-26": 1 }, 2: { "2026-11-26": 2 } });
});

test("a column of numbers that can be read as days is none of times", () => {
  const numbers = Array.from({ length: 1_001 }, (_none, at) => row(`${1_000 + at}0101`, "2026-11-25"));
  expect(daysOf(...numbers)).toEqual({ 1: { "2026-11-25": 1_001 } });
});

test("the days of the files are named where fewer than half of the dated lines are of the chosen days", () => {
  const files = [{ days: { 5: { "2026-11-25": 3 } } }, { days: { 5: { "2026-11-24": 1, "2026-11-26": 4 } } }];
  expect(otherDays(files, 5, only("2026-11-27"))).toEqual({
    from: "2026-11-24",
    to: "2026-11-26",
    inside: 0,
    dated: 8,
  });
  expect(otherDays(files, 5, only("2026-11-25"))).toMatchObject({ inside: 3, dated: 8 });
  expect(otherDays(files, 5, only("2026-11-26"))).toBeNull();
  expect(otherDays(files, 5, { from: "2026-11-24", to: "2026-11-26" })).toBeNull();
});

test("nothing is said of the days where the time is not mapped, or no line has one", () => {
  const files = [{ days: { 5: { "2026-11-25": 3 } } }];
  expect(otherDays(files, undefined, only("2026-11-27"))).toBeNull();
  expect(otherDays(files, 4, only("2026-11-27"))).toBeNull();
  expect(otherDays([], 5, only("2026-11-27"))).toBeNull();
});
