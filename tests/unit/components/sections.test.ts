import { describe, expect, test } from "vitest";
import { sameSectionIn, sectionAt, sectionsFor } from "@/components/navigation/sections";

describe("where one is", () => {
  test.each([
    ["/sandbox", "today"],
    ["/sandbox/withdrawals/new", "withdrawals"],
    ["/sandbox/connection", "activity"],
    ["/production/transactions/WD-20261121-7KQ2M9XB", "transactions"],
  ] as const)("%s is in %s", (pathname, section) => {
    expect(sectionAt(pathname)).toBe(section);
  });
});

test("the other environment opens in the same section, and never at an order that it does not have", () => {
  expect(sameSectionIn("production", "/sandbox/transactions/WD-20261121-7KQ2M9XB")).toBe("/production/transactions");
  expect(sameSectionIn("production", "/sandbox")).toBe("/production");
});

test("support finds every section in which it may read", () => {
  expect(sectionsFor("support").map(({ name }) => name)).toEqual([
    "today",
    "balances",
    "transactions",
    "withdrawals",
    "deposits",
    "players",
    "banks",
    "activity",
  ]);
});
