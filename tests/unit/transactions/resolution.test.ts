import { expect, test } from "vitest";
import { FINDINGS, findingsFor } from "@/lib/transactions/discrepancies/resolution";
import { CONFLICTS } from "@/lib/transactions/status/status-report";

test("every contradiction can be settled, and every finding settles one", () => {
  for (const kind of CONFLICTS) expect(findingsFor([kind]).length).toBeGreaterThan(0);
  expect(findingsFor(CONFLICTS)).toEqual(FINDINGS);
});

test("only of a possible double can it be found that money moved twice", () => {
  for (const kind of CONFLICTS) expect(findingsFor([kind]).includes("moved_twice")).toBe(kind === "double");
});

test.each([
  ["reports", ["moved_once", "not_moved"]],
  ["double", ["moved_once", "moved_twice", "not_moved"]],
  ["amount", ["not_moved", "reported_amount_moved", "requested_amount_moved"]],
] as const)("of %s it can be found: %j", (kind, findings) => expect(findingsFor([kind])).toEqual(findings));

test("what was held back before it left has nothing to say about money", () => {
  expect(findingsFor(["altered"])).toEqual(["not_to_be_sent"]);
});

test("a record from before the kinds were told apart is about reports", () => {
  expect(findingsFor([null])).toEqual(findingsFor(["reports"]));
});

test("what stands in contradiction twice can be settled as either", () => {
  expect(findingsFor(["reports", "double"])).toEqual(["moved_once", "moved_twice", "not_moved"]);
});
