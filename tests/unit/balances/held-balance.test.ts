import { describe, expect, test } from "vitest";
import { explainHeld, type InFlight, partsOfHeld, restIs, restIsFor } from "@/lib/balances/held-balance";

const withdrawal = (amount: string, fee: string | null = "330", isUncertain = false): InFlight => ({
  amount,
  fee,
  isUncertain,
});
const balance = (ledger: string, available: string) => ({ ledger, available });

describe("what is held", () => {
  test.each<[string, string, string, InFlight[], string, ReturnType<typeof restIs>]>([
    ["nothing is held and nothing is on its way", "1000", "1000", [], "0", "none"],
    ["amount and fee of a withdrawal", "50000", "37670", [withdrawal("12000")], "0", "none"],
    ["two currencies' worth of decimals", "10.5", "9.25", [withdrawal("1", "0.25")], "0", "none"],
    ["a fee that the service has not said yet", "50000", "37670", [withdrawal("12000", null)], "330", "perhaps_known"],
    ["more than the fee of a withdrawal can be", "200000", "100000", [withdrawal("12000", null)], "88000", "unknown"],
    ["an outcome that is unknown", "50000", "37670", [withdrawal("12000", null, true)], "12330", "perhaps_known"],
    ["a withdrawal of another system", "50000", "37670", [], "12330", "unknown"],
    ["more than an unknown outcome can be", "200000", "100000", [withdrawal("30000", null, true)], "100000", "unknown"],
    ["exactly an unknown outcome", "200000", "170000", [withdrawal("30000", null, true)], "30000", "none"],
    ["less than the one unknown outcome", "200000", "190000", [withdrawal("30000", null, true)], "10000", "unknown"],
    [
      "perhaps one of two unknown outcomes",
      "200000",
      "169000",
      [withdrawal("30000", null, true), withdrawal("40000", null, true)],
      "31000",
      "perhaps_known",
    ],
    ["one that ended a moment ago", "50000", "50000", [withdrawal("12000")], "-12330", "more_here"],
  ])("%s", (_name, ledger, available, inFlight, rest, said) => {
    const explanation = explainHeld(balance(ledger, available), inFlight);
    expect(explanation.rest).toBe(rest);
    expect(restIs(partsOfHeld(explanation))).toBe(said);
  });

  test("an uncertain withdrawal is shown separately and explains nothing alone", () => {
    const explanation = explainHeld(balance("50000", "37670"), [withdrawal("12000"), withdrawal("5000", null, true)]);
    expect(explanation).toMatchObject({
      accepted: { count: 1, amount: "12000", fees: "330", withoutFee: 0 },
      uncertain: { count: 1, amount: "5000" },
      rest: "0",
    });
  });
});

test("of unknown outcomes that are taken for held, only the fees can be a part of the rest", () => {
  const twice = [withdrawal("30000", null, true), withdrawal("5000", null, true)];
  const parts = partsOfHeld(explainHeld(balance("200000", "164340"), twice));
  expect(parts).toMatchObject({ uncertain: "35000", rest: "660", perhaps: { fees: 2, outcomes: 0 } });
  expect(partsOfHeld(explainHeld(balance("200000", "190000"), twice))).toMatchObject({
    ...{ uncertain: "0", rest: "10000", perhaps: { fees: 0, outcomes: 2 } },
  });
});

test("what is held beyond accepted withdrawals matches one of unknown outcome to the yen, or not at all", () => {
  const explanation = explainHeld({ ledger: "50000", available: "32500" }, [
    { amount: "12000", fee: "170", isUncertain: false },
    { amount: "5000", fee: null, isUncertain: true },
  ]);
  expect(restIsFor(explanation, "5000", "330")).toBe(true);
  expect(restIsFor(explanation, "5000", "331")).toBe(false);
  expect(restIsFor(explanation, "5330", "0")).toBe(true);
});
