import { describe, expect, test } from "vitest";
import { displayStatusOf, needsAPerson, nothingMoves } from "@/components/orders/display-status";
import { STATUSES } from "@/lib/transactions/status/status";
import { SUBMISSIONS } from "@/lib/transactions/submission/submission";

const order = { status: null, submission: null, conflict: false };

describe("the sentence that is true of an order", () => {
  test.each([
    ["SUCCESS", "open"],
    ["PENDING", "open"],
    ["COMPLETED", "paid"],
    ["FAILED", "failed"],
    ["CANCELLED", "closed"],
    ["RESOLVED", "closed"],
    ["SETTLED", "unfamiliar"],
  ] as const)("%s is told as %s", (status, standing) => {
    expect(displayStatusOf({ ...order, status, submission: "accepted" })).toBe(standing);
  });

  test("what the service says outranks what we know of our own request", () => {
    for (const submission of SUBMISSIONS) {
      expect(displayStatusOf({ ...order, status: "COMPLETED", submission })).toBe("paid");
    }
  });

  test("only a paid order is told as paid, whatever became of the request", () => {
    for (const status of [null, ...STATUSES.filter((one) => one !== "COMPLETED")]) {
      for (const submission of [null, ...SUBMISSIONS]) {
        expect(displayStatusOf({ ...order, status, submission })).not.toBe("paid");
      }
    }
  });

  test("a contradiction is never told as either of its two stories", () => {
    for (const status of STATUSES) expect(displayStatusOf({ ...order, status, conflict: true })).toBe("conflict");
  });

  test.each([
    [null, "conflict"],
    ["reports", "conflict"],
    ["altered", "altered"],
    ["double", "double"],
    ["amount", "amount"],
  ] as const)("a contradiction of the kind %s is told as %s, and needs a person", (discrepancyKind, standing) => {
    expect(displayStatusOf({ ...order, submission: "queued", conflict: true, discrepancyKind })).toBe(standing);
    expect(needsAPerson(standing)).toBe(true);
  });

  test("one that a person has settled is never told as paid, and needs nobody", () => {
    for (const status of STATUSES) {
      const standing = displayStatusOf({ ...order, status, conflict: true, settled: true });
      expect(standing).toBe("settled");
      expect(needsAPerson(standing)).toBe(false);
    }
  });

  test("where nobody knows whether it got through, that stays so whatever a person has found", () => {
    expect(displayStatusOf({ ...order, submission: "unknown", conflict: true, settled: true })).toBe("unknown");
  });

  test("an unknown outcome needs a person, and is not said to have moved nothing", () => {
    const standing = displayStatusOf({ ...order, submission: "unknown" });
    expect(needsAPerson(standing)).toBe(true);
    expect(nothingMoves(standing)).toBe(false);
  });
});
