import { expect, test } from "vitest";
import { isAsSent, stillWrong } from "@/components/forms/still-wrong";

test("of the problems of what was sent, those of changed fields are gone", () => {
  const sent = { name: "", account: { number: "12a" }, limits: [{ amount: "x" }] };
  const fields = { name: "required", "account.number": "digits", "limits.0.amount": "amount" };
  expect(stillWrong(fields, sent, sent)).toEqual(fields);
  expect(stillWrong(fields, sent, { ...sent, name: "ops" })).toEqual({
    "account.number": "digits",
    "limits.0.amount": "amount",
  });
  expect(stillWrong(fields, sent, { name: "", account: { number: "12" }, limits: [{ amount: "1" }] })).toEqual({
    name: "required",
  });
  expect(stillWrong({ reason: "required", id: "unknown" }, { reason: "", id: 1 }, { reason: "why" })).toEqual({
    id: "unknown",
  });
  const none = { limits: "required" };
  expect(stillWrong(none, { limits: [] }, { limits: [] })).toEqual(none);
  expect(stillWrong(none, { limits: [] }, { limits: [{ amount: "1" }] })).toEqual({});
});

test("a form is as it was sent until one of its fields is changed, and again when it is changed back", () => {
  const sent = { seen: null, accounts: { fees: "手数料" } };
  expect(isAsSent(sent, { accounts: { fees: "手数料" } })).toBe(true);
  expect(isAsSent(sent, { accounts: { fees: "支払手数料" } })).toBe(false);
  expect(isAsSent(undefined, { accounts: {} })).toBe(false);
});
