import { describe, expect, test } from "vitest";
import {
  displayStatusOf,
  headlineOf,
  LIST_STATUSES,
  listStatusOf,
  needsAction,
  nothingMoves,
} from "@/lib/transactions/status/display-status";
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
  ] as const)("%s is shown as %s", (status, headline) => {
    expect(headlineOf({ ...order, status, submission: "accepted" })).toBe(headline);
  });

  test("the service's report outranks our own request's state", () => {
    for (const submission of SUBMISSIONS) {
      expect(headlineOf({ ...order, status: "COMPLETED", submission })).toBe("paid");
    }
  });

  test("only a paid order is shown as paid, with any submission", () => {
    for (const status of [null, ...STATUSES.filter((one) => one !== "COMPLETED")]) {
      for (const submission of [null, ...SUBMISSIONS]) {
        expect(headlineOf({ ...order, status, submission })).not.toBe("paid");
      }
    }
  });

  test("a discrepancy is never shown as either of its two reports", () => {
    for (const status of STATUSES) expect(headlineOf({ ...order, status, conflict: true })).toBe("conflict");
  });

  test.each([
    [null, "conflict"],
    ["reports", "conflict"],
    ["altered", "altered"],
    ["double", "double"],
    ["amount", "amount"],
  ] as const)("a discrepancy of the kind %s is shown as %s, and needs action", (discrepancyKind, headline) => {
    const discrepant = { ...order, submission: "queued", conflict: true, discrepancyKind } as const;
    expect(headlineOf(discrepant)).toBe(headline);
    expect(needsAction(discrepant)).toBe(true);
  });

  test("a resolved one is never shown as paid, and needs no action", () => {
    for (const status of STATUSES) {
      const resolved = { ...order, status, conflict: true, resolved: true };
      expect(headlineOf(resolved)).toBe("resolved");
      expect(needsAction(resolved)).toBe(false);
    }
  });

  test("a deposit that was not created needs action until it is dismissed, and again where the service has it", () => {
    const missing = { ...order, submission: "not_created", deposit: { dismissed: false } } as const;
    const dismissed = { ...missing, deposit: { dismissed: true } };
    expect([missing, dismissed].map(needsAction)).toEqual([true, false]);
    expect(needsAction({ ...dismissed, conflict: true, discrepancyKind: "double" })).toBe(true);
  });

  test("an unknown outcome stays unknown after any resolution", () => {
    expect(headlineOf({ ...order, submission: "unknown", conflict: true, resolved: true })).toBe("unknown");
  });

  test("an unknown outcome needs action, and is never shown as unpaid", () => {
    const unknown = { ...order, submission: "unknown" } as const;
    expect(needsAction(unknown)).toBe(true);
    expect(nothingMoves(headlineOf(unknown))).toBe(false);
  });
});

describe("the display status", () => {
  test("is the service's own word where there is one, and else what became of our request", () => {
    for (const submission of [null, ...SUBMISSIONS]) {
      for (const status of STATUSES) expect(displayStatusOf({ status, submission })).toBe(status);
      expect(displayStatusOf({ status: "SETTLED", submission })).toBe("unfamiliar");
      expect(displayStatusOf({ status: null, submission })).toBe(submission ?? "unheard");
    }
  });

  test("says why an order that is about to leave does not, and nothing of one that has left", () => {
    for (const submission of SUBMISSIONS) {
      const isLeaving = submission === "queued" || submission === "submitting";
      const order = { status: null, submission } as const;
      expect(displayStatusOf({ ...order, frozen: true })).toBe(isLeaving ? "frozen" : submission);
      expect(displayStatusOf({ ...order, frozen: true, hold: "daily_limit" })).toBe(isLeaving ? "held" : submission);
    }
  });

  test("is found by one filter, and no filter is for nothing", () => {
    const every = [null, ...STATUSES, "SETTLED"].flatMap((status) =>
      [null, ...SUBMISSIONS].map((submission) => listStatusOf({ status, submission })),
    );
    expect(new Set(every)).toEqual(new Set(LIST_STATUSES));
  });

  test("a payout that is held and awaits approval again needs action", () => {
    const held = { ...order, submission: "awaiting_approval", hold: "approvals_not_enough" } as const;
    expect(headlineOf(held)).toBe("awaiting_approval");
    expect(needsAction(held)).toBe(true);
  });
});
