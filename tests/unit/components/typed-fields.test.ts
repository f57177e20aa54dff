import { describe, expect, test } from "vitest";
import {
  fieldsToSave,
  type TypedFields,
  unsavedRows,
  withLine,
  withOpenRow,
  withoutSaved,
  withTyped,
} from "@/components/batches/draft/typed-fields";
import type { DraftRow } from "@/lib/batches/schema";
import { typedRow } from "../../support/batch-rows";

const fields = typedRow({ amount: "100", memo: "May" });

describe("what is typed into a row of a draft", () => {
  test("is saved without the cells that another user corrected meanwhile", () => {
    const typed = withTyped(fields, {}, "memo", "June");
    expect(fieldsToSave(typedRow({ amount: "200", memo: "May" }), typed)).toEqual({ memo: "June" });
  });

  test("is nothing where a cell is as before again", () => {
    const typed = withTyped(fields, { destination: "0009", destinationName: "" }, "destination", "0001");
    expect(withTyped(fields, typed, "destination", fields.destination)).toEqual({});
    expect(withTyped(fields, { memo: "June" }, "amount", "100")).toEqual({ memo: "June" });
    // It is the other user's amount that this would take back.
    expect(fieldsToSave(typedRow({ amount: "200" }), withTyped(fields, {}, "amount", "100"))).toEqual({});
  });

  test("takes the name of a bank with its code", () => {
    expect(fieldsToSave(fields, { destination: "0009" })).toEqual({ destination: "0009", destinationName: "" });
  });

  test("stays where more was typed while it was saved", () => {
    const typed: TypedFields = { amount: "300", memo: "June" };
    expect(withoutSaved(typed, { amount: "300", memo: "Jun" })).toEqual({ memo: "June" });
  });

  test("is not saved until it is in the row, but of an excluded row or one that is being saved", () => {
    const rows: DraftRow[] = [2, 3, 4, 5].map((line) => ({ line, fields }));
    const excluded = { by: "", reason: "" };
    const shown = rows.map((row) => (row.line === 4 ? { ...row, excluded } : row));
    let typed = withLine(new Map(), 2, { amount: "100" });
    for (const line of [3, 4, 5]) typed = withLine(typed, line, { amount: "1" });
    expect([...unsavedRows(shown, typed, new Set([5])).keys()]).toEqual([3]);
    expect([...withLine(typed, 3, {}).keys()]).toEqual([2, 4, 5]);
  });
});

test("the row whose form is open is drawn wherever the list is", () => {
  expect(withOpenRow([7, 8, 9], 2)).toEqual([2, 7, 8, 9]);
  expect(withOpenRow([7, 8, 9], 8)).toEqual([7, 8, 9]);
  expect(withOpenRow([7, 8, 9], -1)).toEqual([7, 8, 9]);
});
