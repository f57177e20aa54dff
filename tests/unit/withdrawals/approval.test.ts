import { describe, expect, test } from "vitest";
import { isApproved, refusalOf, type Waiting } from "@/lib/withdrawals/approval";
import { approversFor, changesBetween, FIRST_RULES } from "@/lib/withdrawals/rules";

const now = new Date("2026-11-21T05:00:00Z");
const waiting: Waiting = {
  requestedBy: "ops",
  digest: "7f3a91",
  approversNeeded: 2,
  expiresAt: new Date("2026-11-22T05:00:00Z"),
  decided: [{ by: "approver", decision: "approved", digest: "7f3a91" }],
};

describe("who may decide", () => {
  test.each([
    ["somebody else, over the same terms", { id: "admin", digest: "7f3a91", now }, null],
    ["the requester, never", { id: "ops", digest: "7f3a91", now }, { kind: "own request" }],
    ["the same person, not twice", { id: "approver", digest: "7f3a91", now }, { kind: "decided before" }],
    ["nobody, once it has expired", { id: "admin", digest: "7f3a91", now: waiting.expiresAt }, { kind: "expired" }],
    ["nobody, over terms they did not see", { id: "admin", digest: "000000", now }, { kind: "other terms" }],
  ])("%s", (_who, who, refusal) => expect(refusalOf(waiting, who)).toEqual(refusal));

  test("whoever has decided cannot again, whoever else has since", () => {
    const decided = [...waiting.decided, { by: "second", decision: "approved", digest: "7f3a91" } as const];
    for (const id of ["approver", "second"]) {
      expect(refusalOf({ ...waiting, decided }, { id, digest: "7f3a91", now })).toEqual({ kind: "decided before" });
    }
  });

  test("the requester cannot, whatever else is true", () => {
    const free: Waiting = { ...waiting, approversNeeded: 1, decided: [] };
    expect(refusalOf(free, { id: "ops", digest: "7f3a91", now })).toEqual({ kind: "own request" });
  });
});

describe("enough", () => {
  const by = (who: string, digest = "7f3a91", decision: "approved" | "declined" = "approved") => ({
    by: who,
    decision,
    digest,
  });
  test.each([
    ["nobody has to", 0, [], true],
    ["one of one", 1, [by("a")], true],
    ["one of two", 2, [by("a")], false],
    ["two of two", 2, [by("a"), by("b")], true],
    ["two, one over other terms", 2, [by("a"), by("b", "000000")], false],
    ["two, one of them against", 2, [by("a"), by("b", "7f3a91", "declined")], false],
  ])("%s", (_what, approversNeeded, decided, enough) => {
    expect(isApproved({ decided, digest: "7f3a91", approversNeeded })).toBe(enough);
  });
});

describe("how many must agree", () => {
  test.each([
    ["sandbox", "JPY", "12000", 0],
    ["sandbox", "JPY", "99999", 0],
    ["sandbox", "JPY", "100000", 1],
    ["sandbox", "JPY", "1000000", 2],
    ["production", "JPY", "1", 1],
    ["production", "JPY", "1000000", 2],
    ["production", "THB", "249999.99", 1],
    ["sandbox", "EUR", "1", 2],
  ] as const)("%s %s %s: %i", (environment, currency, amount, approvers) => {
    expect(approversFor(FIRST_RULES[environment], { currency, amount })).toBe(approvers);
  });

  test("the highest amount that is reached counts, in whatever order the rules were written", () => {
    const rules = [...FIRST_RULES.sandbox].reverse();
    expect(approversFor(rules, { currency: "JPY", amount: "500000" })).toBe(1);
  });
});

describe("what a proposal would change", () => {
  const before = [
    { currency: "JPY", from: "0", approvers: 0 as const },
    { currency: "JPY", from: "100000", approvers: 1 as const },
  ];

  test("is told rule by rule: another number, a new rule, a rule that is gone", () => {
    const after = [
      { currency: "JPY", from: "0", approvers: 1 as const },
      { currency: "THB", from: "25000", approvers: 2 as const },
    ];
    expect(changesBetween(before, after)).toEqual([
      { currency: "JPY", from: "0", before: 0, after: 1 },
      { currency: "THB", from: "25000", before: null, after: 2 },
      { currency: "JPY", from: "100000", before: 1, after: null },
    ]);
  });

  test("is nothing where only the writing differs", () => {
    expect(
      changesBetween(
        before,
        before.map((rule) => ({ ...rule, from: `${rule.from}.00` })),
      ),
    ).toEqual([]);
  });
});

test("until somebody sets others, large amounts need others in the sandbox, and every amount in production", () => {
  const needed = (environment: "sandbox" | "production", currency: string, amounts: string[]) =>
    amounts.map((amount) => approversFor(FIRST_RULES[environment], { currency, amount }));
  expect(needed("sandbox", "JPY", ["1", "99999", "100000", "999999", "1000000"])).toEqual([0, 0, 1, 1, 2]);
  expect(needed("sandbox", "THB", ["0.01", "24999.99", "25000"])).toEqual([0, 0, 1]);
  expect(needed("sandbox", "USDT", ["1", "999.99", "1000"])).toEqual([0, 0, 1]);
  expect(needed("production", "JPY", ["1", "999999", "1000000"])).toEqual([1, 1, 2]);
  expect(needed("production", "THB", ["0.01", "249999", "250000"])).toEqual([1, 1, 2]);
  expect(needed("production", "USDT", ["1", "9999", "10000"])).toEqual([1, 1, 2]);
});
