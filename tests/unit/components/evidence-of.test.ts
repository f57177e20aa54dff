import { expect, test } from "vitest";
import { evidenceOf } from "@/components/evidence/evidence-of";

const CHANGED_AT = "2026-11-21T01:00:00.000Z";
const declined = {
  ...{ evidence: null, submission: "declined" as const, updatedAt: "2026-11-21T03:00:00.000Z" },
  possiblySentUntil: CHANGED_AT,
};

test("an order that a lost database may have sent is not said to be unsent", () => {
  expect(evidenceOf(declined)).toEqual({ source: "none", at: null });
});

test("an unmarked order that never left is said to be unsent", () => {
  const order = { ...declined, possiblySentUntil: null };
  expect(evidenceOf(order)).toEqual({ source: "not_sent", at: null });
  expect(evidenceOf({ ...order, submission: "awaiting_approval" })).toEqual({ source: "not_sent", at: null });
  expect(evidenceOf({ ...order, submission: "unknown" })).toEqual({ source: "none", at: null });
});
