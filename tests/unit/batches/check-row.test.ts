import { expect, test } from "vitest";
import { checkRow, listedNames } from "@/lib/batches/check-row";
import type { RowFields } from "@/lib/batches/row";
import { bankDirectory } from "@/lib/japan/directory/load";
import { typedRow } from "../../support/batch-rows";

const directory = await bankDirectory();
const problemsOf = (fields: Partial<RowFields>) => checkRow(typedRow(fields), directory).problems;

test("a code that the directory lacks is said to be unknown, not to be missing", () => {
  expect(problemsOf({})).toBeNull();
  expect(problemsOf({ destination: "9999" })).toEqual({ destination: "asTyped" });
  expect(problemsOf({ destinationBranchCode: "998" })).toEqual({ destinationBranchCode: "asTyped" });
  expect(problemsOf({ destination: "" })).toMatchObject({ destination: "required" });
});

test("the names of a row with problems come from the directory as well", () => {
  expect(listedNames(typedRow({ amount: "x" }), directory).bank).toBe("三菱UFJ銀行");
  expect(listedNames(typedRow({ destination: "9999" }), directory)).toEqual({ bank: null, branch: null });
  expect(listedNames(typedRow({ currency: "THB" }), directory)).toEqual({ bank: null, branch: null });
});

test("a player's ID in full width is taken as it is: the player may be registered elsewhere under it", () => {
  expect(checkRow(typedRow({ playerId: "ｐ－９０００１" }), directory)).toMatchObject({
    ...{ problems: null, terms: { playerId: "ｐ－９０００１" } },
  });
});
