import { expect, test } from "vitest";
import { payable, restoredCodes } from "@/lib/batches/draft-groups";
import type { BatchField, OverlapWarning } from "@/lib/batches/row";
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

test("what would be paid leaves out a row whose warning cannot be accepted, and counts those that wait for a decision", () => {
  const paid = (amount: string) => ({ currency: "JPY", amount, bank: "", branch: "" });
  const warned = (kind: OverlapWarning["kind"], amount: string) =>
    row([], { paid: paid(amount), warnings: [{ kind, at: "WD-1" }], open: 1 });
  const rows = [
    row([], { paid: paid("1000") }),
    warned("paid_before", "200"),
    warned("unknown_outcome", "30"),
    row([], { paid: paid("4"), excluded: { by: "Olga", reason: "paid by hand" } }),
  ];
  const sums = [{ currency: "JPY", amount: "1200" }];
  expect(payable(rows)).toEqual({ count: 2, sums, unaccepted: 1 });
});
