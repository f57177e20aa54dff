import { expect, test } from "vitest";
import { RESOLUTIONS, resolutionsFor } from "@/lib/transactions/discrepancies/resolution";
import { DISCREPANCY_KINDS, type DiscrepancyKind } from "@/lib/transactions/status/status-report";

const of = (...kinds: (DiscrepancyKind | null)[]) => resolutionsFor(kinds.map((kind) => ({ kind, said: "" })));
const reporting = (said: string) => resolutionsFor([{ kind: "reports", said }]);

test("every discrepancy can be resolved, and every finding resolves one", () => {
  for (const kind of DISCREPANCY_KINDS) expect(of(kind).length).toBeGreaterThan(0);
  expect(of(...DISCREPANCY_KINDS)).toEqual(RESOLUTIONS);
});

test("only of a possible double can it be found that money moved twice", () => {
  for (const kind of DISCREPANCY_KINDS) expect(of(kind).includes("moved_twice")).toBe(kind === "double");
});

test.each([
  ["reports", ["moved_once", "not_moved"]],
  ["double", ["moved_once", "moved_twice", "not_moved"]],
  ["amount", ["not_moved", "reported_amount_moved", "requested_amount_moved"]],
] as const)("of %s it can be found: %j", (kind, findings) => expect(of(kind)).toEqual(findings));

test.each(["amount 3402", "currency THB, amount 3402"])("of a report of %s, which amount moved", (said) => {
  expect(reporting(said)).toEqual(["not_moved", "reported_amount_moved", "requested_amount_moved"]);
});

test.each(["FAILED", "currency THB", "FAILED after moved_once at 2026-11-21T00:00:00.000Z"])(
  "of a report of %s, whether the money moved",
  (said) => expect(reporting(said)).toEqual(["moved_once", "not_moved"]),
);

test("what was held back before it left has nothing to say about money", () => {
  expect(of("altered")).toEqual(["not_to_be_sent"]);
});

test("a record from before the kinds were distinguished is about reports", () => {
  expect(of(null)).toEqual(of("reports"));
});

test("a discrepancy of two kinds can be resolved as either", () => {
  expect(of("reports", "double")).toEqual(["moved_once", "moved_twice", "not_moved"]);
});
