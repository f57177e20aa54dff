import { expect, test } from "vitest";
import { FINDINGS, findingsFor } from "@/lib/transactions/discrepancies/resolution";
import { CONFLICTS } from "@/lib/transactions/status/status-report";

test("every contradiction can be settled, and every finding settles one", () => {
  for (const kind of CONFLICTS) expect(findingsFor([kind]).length).toBeGreaterThan(0);
  expect(findingsFor(CONFLICTS)).toEqual(FINDINGS);
});

test("only of a possible double can it be found that money moved twice", () => {
  for (const kind of CONFLICTS) expect(findingsFor([kind]).includes("moved twice")).toBe(kind === "double");
});

test.each([
  ["reports", ["moved once", "not moved"]],
  ["double", ["moved once", "moved twice", "not moved"]],
  ["amount", ["not moved", "reported amount moved", "requested amount moved"]],
] as const)("of %s it can be found: %j", (kind, findings) => expect(findingsFor([kind])).toEqual(findings));

test("what was held back before it left has nothing to say about money", () => {
  expect(findingsFor(["altered"])).toEqual(["not to be sent"]);
});

test("a record from before the kinds were told apart is about reports", () => {
  expect(findingsFor([null])).toEqual(findingsFor(["reports"]));
});

test("what stands in contradiction twice can be settled as either", () => {
  expect(findingsFor(["reports", "double"])).toEqual(["moved once", "moved twice", "not moved"]);
});
