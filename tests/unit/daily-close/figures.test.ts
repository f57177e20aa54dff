import { expect, test } from "vitest";
import { addUp, type Counted, changedSince, paidBeyondClose } from "@/lib/daily-close/figures";
import { differencesOf, notKnownOf } from "@/lib/daily-close/schema";

const none = { count: 0, amount: "0" };
const nothing = { ...none, fees: "0", net: "0" };
const edge = (ledger: string) => ({ available: ledger, ledger, asOf: "2026-11-20T15:00:00.000Z" });
const day = (more: Partial<Counted>): Counted => ({
  currency: "JPY",
  opening: edge("1000000"),
  closing: edge("1000000"),
  deposits: nothing,
  withdrawals: nothing,
  depositsInFlight: none,
  withdrawalsInFlight: none,
  unknown: none,
  discrepancies: 0,
  ...more,
});

test.each<[string, Partial<Counted>, string | null, string | null]>([
  ["a day on which nothing happened", {}, "1000000", "0"],
  [
    "what came in less its fee, what went out with its fee",
    {
      deposits: { count: 2, amount: "50000", fees: "500", net: "49500" },
      withdrawals: { count: 1, amount: "12000", fees: "330", net: "12330" },
      closing: edge("1037170"),
    },
    "1037170",
    "0",
  ],
  [
    "payments after the last answers before each midnight: those of the evening before count, those of the evening do not",
    {
      opening: { ...edge("1000000"), paidAfter: { count: 2, net: "-300" } },
      deposits: { count: 1, amount: "1000", fees: "10", net: "990" },
      closing: { ...edge("999700"), paidAfter: { count: 1, net: "990" } },
    },
    "999700",
    "0",
  ],
  ["an unexplained yen", { closing: edge("999999") }, "1000000", "-1"],
  ["a balance that was not known when the day began", { opening: null }, null, null],
  ["a balance that is not known at its end", { closing: null }, "1000000", null],
])("%s", (_name, counted, expectedLedger, difference) => {
  expect(addUp(day(counted))).toMatchObject({ expectedLedger, difference });
});

test("a day of which a balance is missing does not count as one that adds up", () => {
  const figures = [day({}), day({ currency: "THB", opening: null }), day({ currency: "USD", closing: edge("1") })];
  expect(notKnownOf(figures.map(addUp))).toEqual(["THB"]);
  expect(differencesOf(figures.map(addUp)).map(({ currency }) => currency)).toEqual(["USD"]);
});

test("what moved after the close is named, currency by currency", () => {
  const before = [addUp(day({})), addUp(day({ currency: "THB" }))];
  const now = [addUp(day({ unknown: { count: 1, amount: "12000" } })), addUp(day({ currency: "THB" }))];
  expect(changedSince(before, now)).toEqual(new Map([["JPY", ["unknown"]]]));
  expect(changedSince(before, before).size).toBe(0);
});

test("a currency that was not there when the day was closed has moved in every figure that it has", () => {
  expect(changedSince([], [addUp(day({}))]).get("JPY")).toContain("closing");
});

test("what the close lacks is summed by currency and type; a payment that was dated to another day since is no such sum", () => {
  const paid = (count: number, net: string) => ({ count, amount: net, fees: "0", net });
  const close = [addUp(day({ deposits: paid(2, "900"), withdrawals: paid(1, "300") }))];
  const now = [
    addUp(day({ deposits: paid(3, "1400"), withdrawals: paid(0, "0") })),
    addUp(day({ currency: "THB", withdrawals: paid(1, "70.25") })),
  ];
  expect(paidBeyondClose(close, now)).toEqual([
    { currency: "JPY", type: "DEPOSIT", count: 1, net: "500" },
    { currency: "THB", type: "WITHDRAW", count: 1, net: "70.25" },
  ]);
  expect(paidBeyondClose(close, close)).toEqual([]);
  // No payment more, and another fee or amount of one that the close has.
  expect(paidBeyondClose(close, [addUp(day({ deposits: paid(2, "850"), withdrawals: paid(1, "300.00") }))])).toEqual([
    { currency: "JPY", type: "DEPOSIT", count: 0, net: "-50" },
  ]);
});
