import { expect, test } from "vitest";
import { sectionAt } from "@/components/navigation/sections";
import { matching } from "@/components/palette/match";
import { lookedAt } from "@/components/preferences/recent";

test("an order's and a player's page are remembered, by their id and where they are", () => {
  expect(lookedAt("/sandbox/transactions/WD-20261121-7KQ2M9XB")).toEqual({
    environment: "sandbox",
    kind: "order",
    id: "WD-20261121-7KQ2M9XB",
  });
  expect(lookedAt("/production/players/p%2F1")).toEqual({ environment: "production", kind: "player", id: "p/1" });
});

test.each([
  "/sandbox",
  "/sandbox/transactions",
  "/sandbox/transactions/",
  "/sandbox/transactions/backfill",
  "/sandbox/transactions/backfill/7",
  "/sandbox/players/new",
  "/sandbox/players/bulk",
  "/sandbox/withdrawals/new",
  "/elsewhere/players/1",
])("%s belongs to no section", (pathname) => {
  expect(lookedAt(pathname)).toBeNull();
});

test("a command is found by any words of it, in either language and width", () => {
  const commands = [
    { text: "出金を作成", also: "new withdrawal payout" },
    { text: "残高", also: "balances" },
  ];
  for (const typed of ["出金", "NEW with", "ｐａｙｏｕｔ", "withdrawal new"])
    expect(matching(commands, typed)).toEqual([commands[0]]);
  expect(matching(commands, "")).toEqual(commands);
  expect(matching(commands, "nothing")).toEqual([]);
});

test("what was found belongs to the transactions", () => {
  expect(sectionAt("/sandbox/search")).toBe("transactions");
});
