import { describe, expect, test } from "vitest";
import {
  approversFor,
  FIRST_RULES,
  isAboveFirstThreshold,
  isSameRule,
  ruleFor,
} from "@/lib/withdrawals/approval-rules";

// The default rules: from which amount on how many other users have to approve.
test.each([
  ["sandbox", "JPY", { "0.01": 0, "99999": 0, "100000": 1, "999999": 1, "1000000": 2, "9000000": 2 }],
  ["sandbox", "THB", { "0.01": 0, "24999.99": 0, "25000": 1, "9000000": 1 }],
  ["sandbox", "USDT", { "0.01": 0, "999.99": 0, "1000": 1, "9000000": 1 }],
  ["sandbox", "a currency without a rule", { "0.01": 2, "9000000": 2 }],
  ["production", "JPY", { "0.01": 1, "999999": 1, "1000000": 2, "9000000": 2 }],
  ["production", "THB", { "0.01": 1, "249999.99": 1, "250000": 2 }],
  ["production", "USDT", { "0.01": 1, "9999.99": 1, "10000": 2 }],
  ["production", "a currency without a rule", { "0.01": 2 }],
] as const)("at first, in %s, of %s", (environment, currency, table) => {
  for (const [amount, approvers] of Object.entries(table)) {
    expect([amount, approversFor(FIRST_RULES[environment], { currency, amount })]).toEqual([amount, approvers]);
  }
});

describe("the rule that counts", () => {
  const rules = [
    { currency: "JPY", from: "1000000", approvers: 2 },
    { currency: "JPY", from: "0", approvers: 0 },
    { currency: "THB", from: "500", approvers: 1 },
  ] as const;

  test("is the highest that is reached, in whichever order they are written", () => {
    expect(ruleFor([...rules], { currency: "JPY", amount: "1000000" })).toEqual(rules[0]);
    expect(ruleFor([...rules], { currency: "JPY", amount: "999999" })).toEqual(rules[1]);
    expect(ruleFor([...rules].reverse(), { currency: "JPY", amount: "1000000" })).toEqual(rules[0]);
  });

  test("is none below the first amount, and none of another currency: then two have to agree", () => {
    expect(ruleFor([...rules], { currency: "THB", amount: "499.99" })).toBeNull();
    expect(approversFor([...rules], { currency: "THB", amount: "499.99" })).toBe(2);
    expect(approversFor([...rules], { currency: "EUR", amount: "1" })).toBe(2);
  });
});

test("two rules are the same where they are about one amount of one currency, however it is written", () => {
  const rule = { currency: "JPY", from: "100", approvers: 1 } as const;
  expect(isSameRule(rule, { ...rule, from: "100.00", approvers: 2 })).toBe(true);
  expect(isSameRule(rule, { ...rule, currency: "THB" })).toBe(false);
  expect(isSameRule(rule, { ...rule, from: "101" })).toBe(false);
});

test.each([
  ["sandbox", "JPY", { "99999": false, "100000": true, "9000000": true }],
  ["production", "JPY", { "0.01": false, "999999": false, "1000000": true }],
  ["production", "a currency without rules", { "0.01": true }],
] as const)("above the first threshold, in %s, of %s", (environment, currency, table) => {
  for (const [amount, isAbove] of Object.entries(table)) {
    expect([amount, isAboveFirstThreshold(FIRST_RULES[environment], { currency, amount })]).toEqual([amount, isAbove]);
  }
});

test("a currency with one rule has no small amounts", () => {
  const rules = [{ currency: "JPY", from: "0", approvers: 0 as const }];
  expect(isAboveFirstThreshold(rules, { currency: "JPY", amount: "1" })).toBe(true);
});
