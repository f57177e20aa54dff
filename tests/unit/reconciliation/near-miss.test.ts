import fc from "fast-check";
import { expect, test } from "vitest";
import { gradeNearMisses, type NearSide, nearMiss } from "@/lib/reconciliation/near-miss";

const LEDGER: NearSide = {
  ...{ ids: [null, "DP-10O1"], playerId: "p", type: "DEPOSIT", currency: "JPY", amount: "5000" },
  at: "2026-11-22T03:00:00.000Z",
};
const ORDER: NearSide = { ...LEDGER, ids: ["DP-2", "T-2"] };

test.each([
  ["the same ID", { ids: ["DP-10O1", "T"], amount: "1" }, "same_id"],
  ["the same ID in another column", { ids: ["DP-2", "DP-10O1"], amount: "1" }, "same_id"],
  ["another way to write the ID", { ids: ["dp1001", "T"], amount: "1" }, "id_written_differently"],
  ["the same player and amount", { at: "2026-11-21T05:00:00.000Z" }, "player_and_amount"],
  ["the same amount, minutes apart", { playerId: "q", at: "2026-11-22T03:30:00.000Z" }, "amount_and_time"],
  ["the same amount on the same day", { playerId: null, at: "2026-11-22T09:00:00.000Z" }, "amount_and_day"],
  ["another amount", { amount: "5001" }, null],
  ["another type", { type: "WITHDRAW" }, null],
  ["two days apart", { at: "2026-11-24T03:00:01.000Z" }, null],
] as const)("%s", (_name, more, reason) => {
  expect(nearMiss(LEDGER, { ...ORDER, ...more })).toBe(reason);
});

test("the same orders are offered in whichever order they are read", () => {
  const orders = [0, 1, 2, 3, 4].map((n) => ({ ...ORDER, ids: [`DP-${n}`], at: `2026-11-22T0${n}:00:00.000Z` }));
  const usual = gradeNearMisses(LEDGER, orders, 3);
  expect(usual.map(({ order }) => order.ids[0])).toEqual(["DP-3", "DP-2", "DP-4"]);
  fc.assert(
    fc.property(fc.shuffledSubarray(orders, { minLength: 5 }), (shuffled) => {
      expect(gradeNearMisses(LEDGER, shuffled, 3)).toEqual(usual);
    }),
  );
});
