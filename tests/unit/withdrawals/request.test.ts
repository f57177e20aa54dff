import { expect, test } from "vitest";
import { termsOf, termsOnRecord } from "@/lib/withdrawals/request";

const whole = {
  ...{ currency: "JPY", amount: "12000", playerId: "p-20391" },
  ...{ destination: "0005", destinationName: "三菱UFJ銀行" },
  ...{ destinationBranchCode: "001", destinationBranchName: "本店", destinationAccountType: "1" as const },
  ...{ destinationAccount: "0123456", destinationAccountName: "ヤマダ　タロウ" },
};

test("the terms are who gets how much of what, on whose account, and nothing else of a form", () => {
  expect(termsOf({ ...whole, formId: "f", corrects: "WD-1" } as typeof whole)).toEqual(whole);
});

test("what does not apply is left out, as it is when it is sent, so that both have one digest", () => {
  const bare = { ...whole, destinationBranchCode: null, destinationBranchName: null, destinationAccountType: null };
  const { destinationBranchCode: _c, destinationBranchName: _n, destinationAccountType: _t, ...left } = whole;
  expect(JSON.stringify(termsOf(bare))).toBe(JSON.stringify(termsOf({ ...left } as typeof whole)));
  expect(termsOf(bare)).toEqual(left);
});

test("the terms on record are those of both records, and a payment without a player has an empty one", () => {
  const { currency, amount, playerId, ...intent } = whole;
  expect(termsOnRecord({ currency, amount, playerId }, intent)).toEqual(whole);
  expect(termsOnRecord({ currency, amount, playerId: null }, intent)).toEqual({ ...whole, playerId: "" });
});
