import { expect, test } from "vitest";
import { API_FIELD_CODES, fieldErrors, readFields } from "@/lib/api/problem";
import { batchRequest, eventsQuery, ordersQuery, payeesQuery, payoutRequest } from "@/lib/api/shapes";
import { payout } from "../../support/forms";

type Schema = Parameters<typeof readFields>[0];

const errorsOf = (schema: Schema, given: unknown) => {
  const read = readFields(schema, given);
  return read.ok ? [] : (read.error.errors ?? []).map(({ field, code }) => `${field}: ${code}`);
};
const row = { playerId: "p", amount: "1", destination: "0005", destinationAccount: "1", destinationAccountName: "ア" };
const rows = [{ ...row, destinationBranchCode: "001" }];

const CASES: [what: string, Schema, given: unknown, errors: string[]][] = [
  ["a missing field", payoutRequest, { currency: "JPY" }, ["amount: required", "playerId: required"]],
  ["a missing choice", payoutRequest, { amount: "1", playerId: "p" }, ["currency: required"]],
  ["another choice", payoutRequest, { currency: "EUR", amount: "1", playerId: "p" }, ["currency: other"]],
  ["a number for a text", payoutRequest, { currency: "JPY", amount: 1, playerId: "p" }, ["amount: other"]],
  ["a long text", payoutRequest, { currency: "JPY", amount: "1", playerId: "p".repeat(129) }, ["playerId: tooLong"]],
  ["no object", payoutRequest, [], [": other"]],
  ["a field of a row", batchRequest, { name: "a", rows: [{ ...rows[0], amount: null }] }, ["rows.0.amount: other"]],
  ["a code of a form", batchRequest, { name: "a", rows: [row] }, ["rows.0.destinationBranchCode: required"]],
  ["unknown parameters", ordersQuery, { limit: "1", stat: "paid" }, ["limit: unknownField", "stat: unknownField"]],
  ["an unknown field", payoutRequest, payout({ memo: "" }), ["memo: unknownField"]],
  ["an unknown field of a batch", batchRequest, { name: "a", rows, reqest: false }, ["reqest: unknownField"]],
  [
    "an unknown field of a row",
    batchRequest,
    { name: "a", rows: [payout({ purpose: "" })] },
    ["rows.0.purpose: unknownField"],
  ],
  ["an empty parameter", payeesQuery, { status: "" }, ["status: required"]],
  ["a day that does not exist", ordersQuery, { from: "2026-02-30" }, ["from: other"]],
  ["a number out of range", eventsQuery, { limit: "501" }, ["limit: other"]],
  ["a text for a number", eventsQuery, { limit: "all" }, ["limit: other"]],
];

test.each(CASES)("%s has a code of its own", (_what, schema, given, errors) => {
  expect(errorsOf(schema, given)).toEqual(errors);
});

test("no sentence of a library is a code", () => {
  expect(fieldErrors({ destination: "bankCode", amount: "Invalid input" })).toEqual([
    { field: "destination", code: "bankCode" },
    { field: "amount", code: "other" },
  ]);
  expect(API_FIELD_CODES.filter((code) => !/^[a-z][A-Za-z]+$/.test(code))).toEqual([]);
});
