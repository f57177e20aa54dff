import { describe, expect, test } from "vitest";
import type { Role } from "@/lib/auth/permissions";
import {
  type ApprovalRules,
  approversFor,
  areSameRules,
  changesBetween,
  FIRST_RULES,
  factorChangesBetween,
} from "@/lib/withdrawals/approval-rules";
import {
  countedApprovers,
  decideUntil,
  decisionEnd,
  holdForUsers,
  isNewAccount,
  refusalOf,
  type UserNow,
  type Waiting,
} from "@/lib/withdrawals/approvers";

const now = new Date("2026-11-21T05:00:00Z");
const user = (id: string, role: Role, disabledAt: Date | null = null): UserNow => ({ id, role, disabledAt });
const digest = "7f3a91";
const waiting: Waiting = {
  requester: user("ops", "ops"),
  holders: ["holder"],
  digest,
  expiresAt: new Date("2026-11-22T05:00:00Z"),
  decided: [{ by: "approver", decision: "approved", digest }],
};

describe("who may decide", () => {
  const who = { id: "admin", digest, decision: "approved", now } as const;
  test.each([
    ["another user, over the same terms", who, null],
    ["the requester, never", { ...who, id: "ops" }, { kind: "own_request" }],
    ["who knows the secret of the key that requested it, never", { ...who, id: "holder" }, { kind: "own_request" }],
    ["the same person, not twice", { ...who, id: "approver" }, { kind: "decided_before" }],
    ["no person, once it has expired", { ...who, now: waiting.expiresAt }, { kind: "expired" }],
    ["no person, over terms they did not see", { ...who, digest: "000000" }, { kind: "other_terms" }],
  ])("%s", (_who, who, refusal) => expect(refusalOf(waiting, who)).toEqual(refusal));

  test.each([
    ["disabled", user("ops", "ops", now), "requester_inactive"],
    ["given another role", user("ops", "support"), "requester_not_permitted"],
  ] as const)("where the requester was %s, it is declined or sent back, never approved", (_what, requester, kind) => {
    expect(refusalOf({ ...waiting, requester }, who)).toEqual({ kind });
    expect(refusalOf({ ...waiting, requester }, { ...who, decision: "declined" })).toBeNull();
    expect(refusalOf({ ...waiting, requester }, { ...who, decision: "sent_back" })).toBeNull();
  });
});

describe("which approvals count", () => {
  const by = (by: string, more: { digest?: string; decision?: "declined" } = {}) =>
    ({ by, decision: "approved", digest, ...more }) as const;
  const users = [
    user("a", "approver"),
    user("b", "admin"),
    user("disabled", "approver", now),
    user("demoted", "viewer"),
    user("ops", "admin"),
    user("holder", "admin"),
  ];
  test.each([
    ["none", [], []],
    ["two users'", [by("a"), by("b")], ["a", "b"]],
    ["not one over other terms", [by("a"), by("b", { digest: "000000" })], ["a"]],
    ["not one against", [by("a"), by("b", { decision: "declined" })], ["a"]],
    ["not that of a disabled person", [by("a"), by("disabled")], ["a"]],
    ["not that of one who may not approve any more", [by("demoted"), by("b")], ["b"]],
    ["not the requester's own", [by("ops"), by("b")], ["b"]],
    ["not that of who knows the secret of the key", [by("holder"), by("b")], ["b"]],
    ["not that of a person who is not known", [by("a"), by("stranger")], ["a"]],
  ])("%s", (_what, decided, counted) => {
    expect(countedApprovers({ requestedBy: "ops", holders: ["holder"], digest, decided, users })).toEqual(counted);
  });

  test("the sender holds what lacks any of it", () => {
    const ops = user("ops", "ops");
    expect(holdForUsers(ops, { counted: 2, needed: 2 })).toBeNull();
    expect(holdForUsers(ops, { counted: 1, needed: 2 })).toBe("approvals_not_enough");
    expect(holdForUsers(user("ops", "ops", now), { counted: 2, needed: 2 })).toBe("requester_inactive");
    expect(holdForUsers(user("ops", "viewer"), { counted: 2, needed: 2 })).toBe("requester_not_permitted");
  });
});

test("an order that awaits approval again has its whole time again", () => {
  const held = new Date("2026-11-22T04:00:00Z");
  const later = new Date("2026-11-23T04:00:00Z");
  expect(decideUntil(null, null)).toBeNull();
  expect(decideUntil(waiting.expiresAt, null)).toEqual(waiting.expiresAt);
  expect(decideUntil(null, held)).toEqual(later);
  expect(decideUntil(waiting.expiresAt, held)).toEqual(later);
  expect(decideUntil(later, now)).toEqual(later);
});

test("an account is new for seven days", () => {
  const after = (days: number) => isNewAccount(now, new Date(now.getTime() + days * 24 * 3_600_000));
  expect([after(0), after(6.99), after(7)]).toEqual([true, true, false]);
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

  test("the highest amount that is reached counts, in any order of the rules", () => {
    const rules = [...FIRST_RULES.sandbox].reverse();
    expect(approversFor(rules, { currency: "JPY", amount: "500000" })).toBe(1);
  });
});

describe("what a proposal would change", () => {
  const rules = (...table: [string, string, 0 | 1 | 2][]) =>
    table.map(([currency, from, approvers]) => ({ currency, from, approvers }));
  const before = rules(["JPY", "0", 0], ["JPY", "100000", 1], ["JPY", "1000000", 2]);
  const changed = (after: ApprovalRules) =>
    changesBetween(before, after).map(({ currency, from, below, before, after }) => [
      ...[currency, from, below].map(String),
      `${before} → ${after}`,
    ]);

  test.each([
    [
      "a rule that goes leaves its amounts to the one below",
      rules(["JPY", "0", 0], ["JPY", "1000000", 2]),
      [["JPY", "100000", "1000000", "1 → 0"]],
    ],
    [
      "a raised threshold is a range that loosens",
      rules(["JPY", "120000", 1], ["JPY", "0", 0], ["JPY", "1000000", 2]),
      [["JPY", "100000", "120000", "1 → 0"]],
    ],
    [
      "without a rule from 0, small amounts need two",
      rules(["JPY", "100000", 1], ["JPY", "1000000", 2]),
      [["JPY", "0", "100000", "0 → 2"]],
    ],
    [
      "a currency without rules needs two",
      rules(),
      [
        ["JPY", "0", "100000", "0 → 2"],
        ["JPY", "100000", "1000000", "1 → 2"],
      ],
    ],
    ["a first rule of a currency", [...before, ...rules(["THB", "25000", 1])], [["THB", "25000", "null", "2 → 1"]]],
    [
      "equal ranges are one",
      rules(["JPY", "0", 2]),
      [
        ["JPY", "0", "100000", "0 → 2"],
        ["JPY", "100000", "1000000", "1 → 2"],
      ],
    ],
    ["a rule between that changes nothing", [...before, ...rules(["JPY", "5000000", 2])], []],
    ["only the writing differs", before.map((rule) => ({ ...rule, from: `${rule.from}.00` })), []],
  ])("%s", (_what, after, expected) => expect(changed(after)).toEqual(expected));

  test("neighbours with the same effect are one range", () => {
    const after = rules(["JPY", "0", 0], ["JPY", "300000", 0], ["JPY", "1000000", 2]);
    expect(changed(after)).toEqual([["JPY", "100000", "1000000", "1 → 0"]]);
  });

  test("is the requester's proof too, also where no number of approvers changes", () => {
    const after = [...before, ...rules(["JPY", "50000", 0])];
    expect(changed(after)).toEqual([]);
    expect(areSameRules(before, after)).toBe(false);
    expect(factorChangesBetween(before, after)).toEqual([{ currency: "JPY", before: "100000", after: "50000" }]);
    expect(factorChangesBetween(before, before)).toEqual([]);
  });

  test("rules are the same in any order and writing", () => {
    const after = before.map((rule) => ({ ...rule, from: `${rule.from}.0` })).reverse();
    expect(areSameRules(before, after)).toBe(true);
  });
});

test("who ended a request is said where a decision ended it", () => {
  const first = { by: "Mei", at: "2026-11-21T05:00:00Z", decision: "approved" } as const;
  const second = { by: "Aya", at: "2026-11-21T06:00:00Z", decision: "declined" } as const;
  expect(decisionEnd("declined", [first, second])).toEqual({ kind: "declined", by: "Aya", at: second.at });
  expect(decisionEnd("withdrawn", [first])).toEqual({ kind: "withdrawn" });
  expect(decisionEnd("expired", [first])).toEqual({ kind: "expired" });
  // No user is named for a decision of another one.
  expect(decisionEnd("approved", [])).toEqual({ kind: "closed" });
  expect(decisionEnd("approved", [first, second])).toEqual({ kind: "closed" });
});

test("by default, large amounts need approval in the sandbox, and every amount in production", () => {
  const needed = (environment: "sandbox" | "production", currency: string, amounts: string[]) =>
    amounts.map((amount) => approversFor(FIRST_RULES[environment], { currency, amount }));
  expect(needed("sandbox", "JPY", ["1", "99999", "100000", "999999", "1000000"])).toEqual([0, 0, 1, 1, 2]);
  expect(needed("sandbox", "THB", ["0.01", "24999.99", "25000"])).toEqual([0, 0, 1]);
  expect(needed("sandbox", "USDT", ["1", "999.99", "1000"])).toEqual([0, 0, 1]);
  expect(needed("production", "JPY", ["1", "999999", "1000000"])).toEqual([1, 1, 2]);
  expect(needed("production", "THB", ["0.01", "249999", "250000"])).toEqual([1, 1, 2]);
  expect(needed("production", "USDT", ["1", "9999", "10000"])).toEqual([1, 1, 2]);
});
