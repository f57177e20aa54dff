import { expect, test } from "vitest";
import { evidenceOf } from "@/components/evidence/evidence-of";

const CHANGED_AT = "2026-11-21T01:00:00.000Z";
const declined = {
  ...{ evidence: null, submission: "declined" as const, conflict: false, updatedAt: "2026-11-21T03:00:00.000Z" },
  possiblySentUntil: CHANGED_AT,
};

test("an order that a lost database may have sent is not said to be unsent, with other records in conflict or not", () => {
  for (const conflict of [false, true]) {
    const order = { ...declined, conflict, createdAt: "2026-11-21T00:00:00.000Z" };
    expect(evidenceOf(order)).toEqual({ source: "none", at: null });
  }
});

test("a correction that was created after the change of the database only inherits the mark: it was not sent", () => {
  const order = { ...declined, createdAt: "2026-11-21T02:00:00.000Z" };
  expect(evidenceOf(order)).toEqual({ source: "not_sent", at: null });
  expect(evidenceOf({ ...order, submission: "awaiting_approval" })).toEqual({ source: "not_sent", at: null });
  expect(evidenceOf({ ...order, submission: "unknown" })).toEqual({ source: "none", at: null });
});
