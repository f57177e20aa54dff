import { expect, test } from "vitest";
import { restoredCodes } from "@/lib/batches/draft-groups";
import type { BatchField } from "@/lib/batches/row";
import type { DraftRow } from "@/lib/batches/schema";
import { typedRow } from "../../support/batch-rows";

const row = (restored: BatchField[], more: Partial<DraftRow> = {}): DraftRow => ({
  ...{ line: 2, fields: typedRow({}), marks: { restored, converted: [] }, ...more },
});

test("of a draft's rows those are counted whose bank or branch code was restored, with problems or without", () => {
  const rows = [
    row(["destination", "destinationBranchCode"]),
    row(["destinationBranchCode"], { problems: { amount: "amountDecimals" } }),
    row(["destinationAccount"]),
    row(["destination"], { excluded: { by: "Olga", reason: "paid by hand" } }),
    { line: 6, fields: typedRow({}) },
  ];
  expect(restoredCodes(rows)).toBe(2);
});
