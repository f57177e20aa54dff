import { expect, test } from "vitest";
import { foundOnLeaving, stillFound } from "@/components/orders/found-problems";
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
  const inYen = found("amount", "playerId", "destination", "destinationBranchName", "destinationAccountName");
  // Typed into, the bank is cleared; the holder was and is empty, and is required in each currency.
  expect(left(inYen, inBaht)).toEqual(["playerId", "destinationAccountName"]);
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

test("what is still wrong after another field was changed comes back when that is left, and nothing new with it", () => {
  const inBaht = { ...form, currency: "THB" };
  const problems = { amount: "amountNotANumber", playerId: "required", destination: "required" };
  const on = (name: string, before: ReturnType<typeof found>, of = inBaht) =>
    stillFound(foundOnLeaving(name, before, { problems, typed: of }, PROBLEMS_DEPEND_ON), of, PROBLEMS_DEPEND_ON);
  expect(on("currency", found("amount", "purpose"))).toEqual({ amount: "amountNotANumber", purpose: "required" });
  expect(on("purpose", found("amount"))).toEqual({});
  expect(on("playerId", found("amount"))).toEqual({ playerId: "required" });
  // Emptied since, it may be one that is to be typed again.
  expect(on("currency", found("amount"), { ...inBaht, amount: "" })).toEqual({});
  // Asked at the review alone, it is asked for as long as it stands.
  expect(on("destinationName", found("bankAsTyped"), form)).toEqual({ bankAsTyped: "required" });

  const branch = { ...form, destinationBranchCode: "029" };
  const ofType = { problems: { destinationAccountType: "yuchoType" }, typed: branch };
  const again = foundOnLeaving("destinationBranchCode", found("destinationAccountType"), ofType, PROBLEMS_DEPEND_ON);
  expect(stillFound(again, branch, PROBLEMS_DEPEND_ON)).toEqual({ destinationAccountType: "yuchoType" });
});
