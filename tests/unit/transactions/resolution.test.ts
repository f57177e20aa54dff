import { expect, test } from "vitest";
import { RESOLUTIONS, resolutionsFor } from "@/lib/transactions/discrepancies/resolution";
import { DISCREPANCY_KINDS } from "@/lib/transactions/status/status-report";

test("every discrepancy can be resolved, and every finding resolves one", () => {
  for (const kind of DISCREPANCY_KINDS) expect(resolutionsFor([kind]).length).toBeGreaterThan(0);
  expect(resolutionsFor(DISCREPANCY_KINDS)).toEqual(RESOLUTIONS);
});

test("only of a possible double can it be found that money moved twice", () => {
  for (const kind of DISCREPANCY_KINDS) expect(resolutionsFor([kind]).includes("moved_twice")).toBe(kind === "double");
});

test.each([
  ["reports", ["moved_once", "not_moved"]],
  ["double", ["moved_once", "moved_twice", "not_moved"]],
  ["amount", ["not_moved", "reported_amount_moved", "requested_amount_moved"]],
] as const)("of %s it can be found: %j", (kind, findings) => expect(resolutionsFor([kind])).toEqual(findings));

test("what was held back before it left has nothing to say about money", () => {
  expect(resolutionsFor(["altered"])).toEqual(["not_to_be_sent"]);
});

test("a record from before the kinds were distinguished is about reports", () => {
  expect(resolutionsFor([null])).toEqual(resolutionsFor(["reports"]));
});

test("a discrepancy of two kinds can be resolved as either", () => {
  expect(resolutionsFor(["reports", "double"])).toEqual(["moved_once", "moved_twice", "not_moved"]);
});
