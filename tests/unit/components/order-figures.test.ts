import { expect, test } from "vitest";
import { netAmountOf } from "@/components/orders/net-amount";
import { nextStepKey } from "@/components/transactions/next-step-key";
import type { Status } from "@/lib/transactions/status/status";

const order = { status: "COMPLETED" as Status | null, submission: "accepted" as const, conflict: false };

test.each([
  ["a paid deposit", "DEPOSIT", { status: "COMPLETED" }, { name: "DEPOSIT", amount: "978.12", isOver: false }],
  ["an open deposit", "DEPOSIT", { status: "PENDING" }, { name: "EXPECTED", amount: "978.12", isOver: false }],
  ["a deposit without a report", "DEPOSIT", { status: null }, { name: "EXPECTED", amount: "978.12", isOver: false }],
  ["a failed deposit", "DEPOSIT", { status: "FAILED" }, { name: "DEPOSIT", amount: null, isOver: true }],
  ["a cancelled deposit", "DEPOSIT", { status: "CANCELLED" }, { name: "DEPOSIT", amount: null, isOver: true }],
  ["an open withdrawal", "WITHDRAW", { status: "PENDING" }, { name: "WITHDRAW", amount: "978.12", isOver: false }],
  ["a failed withdrawal", "WITHDRAW", { status: "FAILED" }, { name: "WITHDRAW", amount: null, isOver: true }],
  ["contradicting reports", "DEPOSIT", { conflict: true }, { name: "DEPOSIT", amount: "978.12", isOver: false }],
] as const)("the net amount of %s", (_name, type, more, expected) => {
  expect(netAmountOf({ ...order, type, netAmount: "978.12", ...more })).toEqual(expected);
});

test("a status check is announced only where one is planned", () => {
  expect(nextStepKey("2026-11-21T00:00:00.000Z", "conflict")).toBe("waiting");
  expect(nextStepKey("2026-11-21T00:00:00.000Z", "open")).toBe("waiting");
  expect(nextStepKey(null, "conflict")).toBe("ask");
  expect(nextStepKey(null, "failed")).toBe("final");
});
