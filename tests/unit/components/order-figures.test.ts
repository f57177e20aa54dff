import { expect, test } from "vitest";
import { netAmountOf } from "@/components/orders/net-amount";
import { nextStepKey } from "@/components/transactions/next-step-key";
import type { Resolution } from "@/lib/transactions/discrepancies/resolution";
import type { TransactionView } from "@/lib/transactions/schema";
import type { Status } from "@/lib/transactions/status/status";
import type { Submission } from "@/lib/transactions/submission/submission";

const order = {
  status: "COMPLETED" as Status | null,
  submission: "accepted" as Submission,
  conflict: false,
  possiblySentUntil: null as string | null,
  replacedBy: null as string | null,
  resolution: null as TransactionView["resolution"],
};

/** Declined here, after a backup from which the former database may have sent it. */
const POSSIBLY_SENT = { status: null, submission: "declined", possiblySentUntil: "2026-11-21T01:00:00.000Z" } as const;

const found = (finding: Resolution) => ({
  at: "2026-11-21T01:00:00.000Z",
  by: "Mika Abe",
  finding,
  reason: "statement",
});

test.each([
  ["a paid deposit", "DEPOSIT", { status: "COMPLETED" }, { name: "DEPOSIT", amount: "978.12", isOver: false }],
  ["an open deposit", "DEPOSIT", { status: "PENDING" }, { name: "EXPECTED", amount: "978.12", isOver: false }],
  ["a deposit without a report", "DEPOSIT", { status: null }, { name: "EXPECTED", amount: "978.12", isOver: false }],
  ["a failed deposit", "DEPOSIT", { status: "FAILED" }, { name: "DEPOSIT", amount: null, isOver: true }],
  ["a cancelled deposit", "DEPOSIT", { status: "CANCELLED" }, { name: "DEPOSIT", amount: null, isOver: true }],
  ["an open withdrawal", "WITHDRAW", { status: "PENDING" }, { name: "WITHDRAW", amount: "978.12", isOver: false }],
  ["a failed withdrawal", "WITHDRAW", { status: "FAILED" }, { name: "WITHDRAW", amount: null, isOver: true }],
  ["one that was possibly sent", "WITHDRAW", POSSIBLY_SENT, { name: "WITHDRAW", amount: "978.12", isOver: false }],
  ["contradicting reports", "DEPOSIT", { conflict: true }, { name: "NET", amount: "978.12", isOver: false }],
  [
    "a deposit that turned up",
    "DEPOSIT",
    { status: "SUCCESS", conflict: true, discrepancyKind: "double" },
    { name: "NET", amount: "978.12", isOver: false },
  ],
  [
    "a deposit that was found to be paid",
    "DEPOSIT",
    { conflict: true, resolved: true, resolution: found("moved_once") },
    { name: "NET", amount: "978.12", isOver: false },
  ],
  [
    "a deposit that was found not to be paid",
    "DEPOSIT",
    { conflict: true, resolved: true, resolution: found("not_moved") },
    { name: "DEPOSIT", amount: null, isOver: true },
  ],
  [
    "an open deposit that was found not to be paid",
    "DEPOSIT",
    { status: "PENDING", conflict: true, resolved: true, resolution: found("not_moved") },
    { name: "EXPECTED", amount: "978.12", isOver: false },
  ],
  [
    "an open withdrawal that was found not to be paid",
    "WITHDRAW",
    { status: "PENDING", conflict: true, resolved: true, resolution: found("not_moved") },
    { name: "WITHDRAW", amount: "978.12", isOver: false },
  ],
  [
    "a deposit without a report that was found not to be paid",
    "DEPOSIT",
    { status: null, conflict: true, resolved: true, resolution: found("not_moved") },
    { name: "DEPOSIT", amount: null, isOver: true },
  ],
  [
    "a withdrawal that was found not to be paid",
    "WITHDRAW",
    { conflict: true, resolved: true, resolution: found("not_moved") },
    { name: "WITHDRAW", amount: null, isOver: true },
  ],
] as const)("the net amount of %s", (_name, type, more, expected) => {
  expect(netAmountOf({ ...order, type, netAmount: "978.12", ...more })).toEqual(expected);
});

test("a status check is announced only where one is planned", () => {
  const planned = { ...order, nextPollAt: "2026-11-21T00:00:00.000Z" };
  expect(nextStepKey(planned, "conflict", true)).toBe("waiting");
  expect(nextStepKey(planned, "open", false)).toBe("waiting");
  expect(nextStepKey({ ...order, nextPollAt: null }, "conflict", true)).toBe("ask");
  expect(nextStepKey({ ...order, nextPollAt: null }, "failed", true)).toBe("final");
});

test("who may not query the status is not asked to", () => {
  expect(nextStepKey({ ...order, nextPollAt: null }, "conflict", false)).toBeNull();
});

test("a query is named only where the service may have the order, as the button is", () => {
  const declined = { ...order, submission: "declined", nextPollAt: null } as const;
  expect(nextStepKey(declined, "conflict", true)).toBeNull();
  expect(nextStepKey({ ...declined, ...POSSIBLY_SENT }, "conflict", true)).toBe("ask");
});

test.each(["refused", "declined", "sent_back", "expired", "stopped"] as const)(
  "an order that is %s is to be requested again only while nothing replaces it",
  (headline) => {
    const ended = { ...order, status: null, nextPollAt: null };
    expect(nextStepKey(ended, headline, true)).toBe(headline);
    expect(nextStepKey({ ...ended, replacedBy: "WD-2" }, headline, true)).toBeNull();
  },
);
