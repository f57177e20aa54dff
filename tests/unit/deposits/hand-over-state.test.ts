import { expect, test } from "vitest";
import { handOverState } from "@/components/deposits/hand-over-state";
import type { Resolution } from "@/lib/transactions/discrepancies/resolution";
import type { DiscrepancyKind } from "@/lib/transactions/status/status-report";

const RESOLVED = {
  status: "PENDING",
  submission: "accepted" as const,
  conflict: true,
  resolved: true,
  discrepancyKind: "double" as DiscrepancyKind | null,
  replaces: null,
  replacedBy: null,
};
const found = (finding: Resolution) => ({
  resolution: { at: "2026-11-21T01:00:00.000Z", by: "Mika Abe", finding, reason: "statement" },
});

test.each([
  ["turned up, open and not paid", { ...found("not_moved") }, "payable"],
  ["not paid, in place of another that may be", { ...found("not_moved"), replaces: "DP-1" }, "resolved"],
  ["not paid, after contradicting reports", { ...found("not_moved"), discrepancyKind: "reports" as const }, "resolved"],
  ["not paid, with a discrepancy of no recorded kind", { ...found("not_moved"), discrepancyKind: null }, "resolved"],
  ["open and replaced", { ...found("not_moved"), replacedBy: "DP-2" }, "resolved"],
  ["closed and not paid", { ...found("not_moved"), status: "CANCELLED" }, "resolved"],
  ["reported as paid and not paid", { ...found("not_moved"), status: "COMPLETED" }, "resolved"],
  ["paid", { ...found("moved_once") }, "paid"],
  ["paid with another amount", { ...found("reported_amount_moved"), status: "COMPLETED" }, "paid"],
  ["altered", { ...found("not_to_be_sent"), status: null, submission: "queued" as const }, "resolved"],
])("a deposit that was found to be %s", (_name, more, expected) => {
  expect(handOverState({ ...RESOLVED, ...more })).toBe(expected);
});

test("a deposit whose discrepancy is open is not handed out", () => {
  expect(handOverState({ ...RESOLVED, resolved: false, resolution: null })).toBe("doubtful");
});
