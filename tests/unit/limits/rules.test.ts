import { describe, expect, test } from "vitest";
import { payeeKey } from "@/lib/limits/payee";
import { largestOf, limitOf, raisedCurrencies } from "@/lib/limits/rules";

describe("the sum that counts", () => {
  test.each([
    ["a lone payout is itself", ["100", "100", "100"], { basis: "payout", amount: "100" }],
    ["what its requester asked for", ["100", "450", "300"], { basis: "requester_24h", amount: "450" }],
    ["what its payee gets", ["100", "300.5", "300.51"], { basis: "payee_24h", amount: "300.51" }],
    ["numbers, not texts", ["90", "1000", "200"], { basis: "requester_24h", amount: "1000" }],
  ] as const)("%s", (_what, [payout, requester_24h, payee_24h], counted) => {
    expect(largestOf({ payout, requester_24h, payee_24h })).toEqual(counted);
  });
});

describe("one account is one payee, however it was typed", () => {
  const account = {
    ...{ destination: "0005", destinationBranchCode: "001" },
    ...{ destinationAccountType: "1", destinationAccount: "0123456" },
  };
  test.each([
    ["in full width", { ...account, destination: "０００５", destinationAccount: "０１２３４５６" }],
    ["without its leading zero", { ...account, destinationAccount: "123456" }],
    ["with hyphens and spaces", { ...account, destinationAccount: " 012-3456 " }],
  ])("%s", (_what, typed) => expect(payeeKey(typed)).toBe(payeeKey(account)));

  test("names in either case", () => {
    const of = (destination: string) => payeeKey({ destination, destinationAccount: "ab-12" });
    expect(of("kbank")).toBe(of("KBANK"));
  });

  test.each([
    ["another bank", { destination: "0001" }],
    ["another branch", { destinationBranchCode: "002" }],
    ["another type", { destinationAccountType: "2" }],
    ["another number", { destinationAccount: "1123456" }],
  ])("%s is another payee", (_what, more) => expect(payeeKey({ ...account, ...more })).not.toBe(payeeKey(account)));
});

test("a daily limit is raised where more may be sent, or where it goes", () => {
  const before = [
    { currency: "JPY", amount: "100" },
    { currency: "THB", amount: "100" },
    { currency: "USDT", amount: "100" },
  ];
  const after = [
    { currency: "JPY", amount: "100.01" },
    { currency: "THB", amount: "99" },
  ];
  expect(raisedCurrencies(before, after)).toEqual(["JPY", "USDT"]);
  expect(raisedCurrencies([], before)).toEqual([]);
  expect(limitOf(after, "USDT")).toBeNull();
});
