import { describe, expect, test } from "vitest";
import {
  groupOf,
  hasLeft,
  headlineOf,
  isRetryable,
  needsAttention,
  ROW_GROUPS,
  type RowOrder,
} from "@/lib/batches/outcome";
import { BATCH_STATES } from "@/lib/batches/state";
import { STATUSES } from "@/lib/transactions/status/status";
import { SUBMISSIONS } from "@/lib/transactions/submission/submission";

const order = (more: Partial<RowOrder>): RowOrder => ({
  ...{ status: null, submission: "accepted", conflict: false, discrepancyKind: null, resolved: false, hold: null },
  isMarked: false,
  ...more,
});
const ALL = [...SUBMISSIONS.map((submission) => order({ submission })), ...STATUSES.map((status) => order({ status }))];

describe("a batch", () => {
  test("is completed only where every row is paid", () => {
    expect(headlineOf("sent", { paid: 3 })).toBe("completed");
    for (const group of ROW_GROUPS.filter((one) => one !== "paid")) {
      expect(headlineOf("sent", { paid: 3, [group]: 1 }), group).not.toBe("completed");
    }
  });

  test("needs attention while the outcome of a row is unknown", () => {
    for (const group of ROW_GROUPS) {
      for (const state of ["sent", "cancelled"] as const) {
        expect(headlineOf(state, { unknown: 1, [group]: 1 })).toBe("needs_attention");
      }
    }
  });

  test("says that it is partly paid where the rest was refused, and not paid where all was", () => {
    expect(headlineOf("sent", { paid: 1, failed: 1 })).toBe("partly_paid");
    expect(headlineOf("cancelled", { paid: 1, not_sent: 4 })).toBe("partly_paid");
    expect(headlineOf("sent", { failed: 2 })).toBe("not_paid");
    expect(headlineOf("sent", { paid: 1, in_progress: 1, failed: 1 })).toBe("in_progress");
  });
});

describe("a row", () => {
  test("is retried where it was rejected, failed or was not created, and in no other case", () => {
    const retried = ALL.filter((one) => isRetryable(groupOf(one, "sent")));
    expect(retried.map(({ submission, status }) => status ?? submission)).toEqual([
      "rejected",
      "not_created",
      "FAILED",
    ]);
  });

  test("whose records disagree is looked at by a person before it is anything else", () => {
    for (const one of ALL.filter(({ submission }) => submission !== "unknown")) {
      expect(groupOf({ ...one, conflict: true }, "sent")).toBe("check");
      expect(groupOf({ ...one, conflict: true, resolved: true }, "sent")).toBe("closed");
    }
    expect(groupOf(order({ submission: "unknown", conflict: true, resolved: true }), "sent")).toBe("unknown");
  });

  test("that ended here is unknown while a lost database may have sent it, and else as it was", () => {
    const marked = SUBMISSIONS.map((submission) => order({ submission, isMarked: true }));
    const other = marked.filter((one) => groupOf(one, "sent") !== groupOf({ ...one, isMarked: false }, "sent"));
    const ended = ["declined", "sent_back", "withdrawn", "expired", "stopped"];
    expect(other.map(({ submission }) => submission)).toEqual(ended);
    expect(new Set(other.map((one) => groupOf(one, "sent")))).toEqual(new Set(["unknown"]));
  });

  test("that is held needs action and counts as not sent", () => {
    const queued = order({ submission: "queued", hold: "payee_blocked" });
    const held = groupOf(queued, "paused");
    expect(groupOf({ ...queued, isMarked: true }, "paused")).toBe("unknown");
    expect([held, needsAttention(held), hasLeft(held)]).toEqual(["held", true, false]);
    expect(ROW_GROUPS.filter((group) => !hasLeft(group))).toEqual(["held", "waiting", "not_sent"]);
  });

  test("without an order waits only while its batch may still send it", () => {
    const waiting = BATCH_STATES.filter((state) => groupOf(null, state) === "waiting");
    expect(waiting).toEqual(["draft", "awaiting_approval", "sending", "paused", "sent"]);
    expect(groupOf(null, "sending", true)).toBe("not_sent");
  });
});
