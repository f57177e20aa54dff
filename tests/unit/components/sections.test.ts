import { describe, expect, test } from "vitest";
import { groupsFor, sameSectionIn, sectionAt, sectionsFor } from "@/components/navigation/sections";

describe("where one is", () => {
  test.each([
    ["/sandbox", "dashboard"],
    ["/sandbox/withdrawals/new", "withdrawals"],
    ["/sandbox/api-status", "api-status"],
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
    "dashboard",
    "balances",
    "transactions",
    "deposits",
    "withdrawals",
    "batches",
    "payees",
    "reconciliation",
    "reports",
    "players",
    "activity",
    "api-status",
    "banks",
    "settings",
  ]);
});

test("a section that a role may not read is left out of its group", () => {
  const control = (role: "support" | "finance") => groupsFor(role).find(({ group }) => group === "control")?.sections;
  expect(control("support")?.map(({ name }) => name)).toEqual(["reconciliation", "reports", "players"]);
  expect(control("finance")?.map(({ name }) => name)).toContain("daily-close");
});
