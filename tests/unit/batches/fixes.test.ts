import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { checkRow } from "@/lib/batches/check-row";
import { suggestedFixes } from "@/lib/batches/fixes";
import { fieldsIn, type RowFields } from "@/lib/batches/row";
import { bankDirectory, type Directory } from "@/lib/japan/directory/load";
import { typedRow } from "../../support/batch-rows";

let directory: Directory;
beforeAll(async () => {
  directory = await bankDirectory();
});
const fixesOf = (fields: RowFields) => suggestedFixes(fields, checkRow(fields, directory).problems, directory);

describe("what is suggested for a wrong row", () => {
  test("is the code with the zeros that a spreadsheet took, where the directory has it", () => {
    expect(fixesOf(typedRow({ destination: "5", destinationBranchCode: "1" }))).toEqual({
      ...{ destination: "0005", destinationBranchCode: "001" },
    });
    expect(fixesOf(typedRow({ destinationBranchCode: "1E3" }))).toEqual({});
  });

  test("is the directory's name where the file has another", () => {
    expect(fixesOf(typedRow({ destinationName: "みずほ銀行" }))).toEqual({ destinationName: "" });
  });

  test("is the spelling that banks take", () => {
    expect(fixesOf(typedRow({ destinationAccountName: "ワタナベ・ユウコ" }))).toEqual({
      destinationAccountName: "ワタナベ　ユウコ",
    });
  });

  test("is the player's ID in half width, where nothing is wrong: in full width it may be a player of another system", () => {
    const wide = typedRow({ playerId: "　ｐ－３３" });
    expect(checkRow(wide, directory).problems).toBeNull();
    expect(fixesOf(wide)).toEqual({ playerId: "p-33" });
    expect(fixesOf(typedRow({ playerId: "選手33" }))).toEqual({});
    expect(fixesOf({ ...wide, destination: "5" })).toEqual({ destination: "0005" });
  });

  test("is no bank whose branch has another name than the file says", () => {
    const row = { destination: "477", destinationName: "", destinationBranchCode: "000" };
    expect(fixesOf(typedRow(row))).toEqual({});
  });

  test("is never an amount", () => {
    for (const amount of ["1.9E+18", "1,20,00", "-5", "0", "abc"]) {
      expect(fixesOf(typedRow({ amount })).amount).toBeUndefined();
    }
  });

  test("ends the problem that it is suggested for, and brings no other", () => {
    const text = fc.oneof(fc.string({ maxLength: 8 }), fc.stringMatching(/^\d{1,7}$/), fc.constant(""));
    const changes = fc.record({
      ...{ destination: text, destinationBranchCode: text, destinationName: text, destinationAccountName: text },
    });
    fc.assert(
      fc.property(changes, (changed) => {
        const fields = typedRow(changed);
        const before = checkRow(fields, directory).problems ?? {};
        const fixes = fixesOf(fields);
        const after = checkRow({ ...fields, ...fixes }, directory).problems ?? {};
        const known = new Set<string>(fieldsIn(before));
        expect(fieldsIn(after).filter((field) => !known.has(field))).toEqual([]);
        if (Object.keys(fixes).length > 0) expect(fieldsIn(after).length).toBeLessThan(fieldsIn(before).length);
      }),
      { numRuns: 300 },
    );
  });
});
