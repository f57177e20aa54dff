import { expect, test } from "vitest";
import { stillFound } from "@/components/orders/found-problems";
import { blankForm, PROBLEMS_DEPEND_ON, reduceForm } from "@/lib/withdrawals/form-state";

const form = { ...blankForm("JPY"), destination: "9900", destinationBranchCode: "019", amount: "1500.50" };
const found = (...names: (keyof typeof form)[]) =>
  Object.fromEntries(names.map((name) => [name, { code: "required", of: form }]));
const left = (problems: ReturnType<typeof found>, now: typeof form) =>
  Object.keys(stillFound(problems, now, PROBLEMS_DEPEND_ON));

test("a problem goes with the text that it was found of", () => {
  const both = found("amount", "playerId");
  expect(stillFound(both, form, PROBLEMS_DEPEND_ON)).toEqual({ amount: "required", playerId: "required" });
  expect(left(both, { ...form, amount: "1500" })).toEqual(["playerId"]);
  expect(left(both, { ...form, destinationName: "ゆうちょ銀行" })).toEqual(["amount", "playerId"]);
});

test("a problem goes once another field that it depends on is changed", () => {
  const inBaht = reduceForm(form, { kind: "typed", name: "currency", value: "THB" });
  expect(left(found("amount", "playerId", "destinationBranchName", "destinationAccountName"), inBaht)).toEqual([
    "playerId",
  ]);
  const named = { ...form, destinationName: "ゆうちょ銀行", destinationBranchName: "〇一九" };
  expect(left(found("bankAsTyped", "branchAsTyped", "amount"), named)).toEqual(["amount"]);
  const atBranch = reduceForm(form, { kind: "typed", name: "destinationBranchCode", value: "018" });
  expect(left(found("destinationAccountType", "amount"), atBranch)).toEqual(["amount"]);

  const passbook = {
    ...form,
    destinationBranchCode: "",
    yuchoSymbol: "10140",
    yuchoNumber: "12341",
    yuchoSavings: "no",
  };
  const unconverted = { yuchoNumber: { code: "yuchoUnconverted", of: passbook } };
  expect(left(unconverted, passbook)).toEqual(["yuchoNumber"]);
  expect(left(unconverted, reduceForm(passbook, { kind: "passbook_converted" }))).toEqual([]);
});
