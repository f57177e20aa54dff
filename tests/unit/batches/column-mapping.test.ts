import { expect, test } from "vitest";
import { suggestedColumns } from "@/lib/batches/column-mapping";
import { BATCH_FIELDS } from "@/lib/batches/row";
import en from "@/lib/i18n/messages/en.json";
import ja from "@/lib/i18n/messages/ja.json";

test("columns with the names of an API's fields are proposed", () => {
  const header = "referenceId,bankCode,branch_code,accountType,Account Number,accountHolder,amount,playerId".split(",");
  expect(Object.fromEntries(suggestedColumns(header))).toEqual({
    ...{ destination: 1, destinationBranchCode: 2, destinationAccountType: 3, destinationAccount: 4 },
    ...{ destinationAccountName: 5, amount: 6, playerId: 7 },
  });
});

test.each([en, ja])("the label of each field is a name of its column", ({ batches: { fields } }) => {
  const header = BATCH_FIELDS.map((field) => fields[field]);
  expect([...suggestedColumns(header)]).toEqual(BATCH_FIELDS.map((field, at) => [field, at]));
});

test("of two columns that could be meant, none is proposed", () => {
  expect([...suggestedColumns(["銀行コード", "ｂａｎｋ　ｃｏｄｅ", "支店番号"])]).toEqual([
    ["destinationBranchCode", 2],
  ]);
});
