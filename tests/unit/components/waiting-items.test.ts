import { expect, test } from "vitest";
import { waitingItems } from "@/components/shell/waiting-items";
import type { DashboardView } from "@/lib/dashboard/schema";

const rows = (counted: number) => ({ count: counted, counted, rows: [] });

const view: DashboardView = {
  waiting: { dashboard: 17, approvals: 2, batches: 5, payees: 1, players: 3, orders: 4, "api-status": 2 },
  ...{ freezes: [], proposals: [] },
  requests: [
    {
      ...{ kind: "approval_rules", currencies: ["JPY"], id: "p", end: "rejected", by: "Abe" },
      ...{ at: "2026-11-22T01:00:00.000Z", reason: null, page: "settings/approval-rules" },
    },
  ],
  // The list of batches counts those to approve and those whose rows need action, too, which are other kinds here.
  batches: [
    { batchId: "b", name: "b.csv", isRetry: false, pause: null, isDeclined: false, at: "2026-11-22T01:00:00.000Z" },
  ],
  daysNotClosed: ["2026-11-20", "2026-11-21", "2026-11-22"],
  disagreements: { count: 2, rows: [] },
  followUps: { own: rows(1), others: rows(0) },
  forged: { count: 57, isMore: false, from: "2026-11-21", lastAt: "2026-11-22T01:00:00.000Z" },
  service: { pausedUntil: null, driftSeconds: 40 },
};

test("the bell has each row of Today once, however much a row stands for", () => {
  const items = waitingItems("sandbox", view);
  expect(items.reduce((sum, { count }) => sum + count, 0)).toBe(view.waiting.dashboard);
  expect(items.filter(({ kind }) => kind === "days" || kind === "forged").map(({ count }) => count)).toEqual([1, 1]);
});

test("what it counts leads to where just that is listed", () => {
  const paths = new Map(waitingItems("sandbox", view).map(({ kind, path }) => [kind, path]));
  // The list of batches shows those whose rows need action, too.
  expect(paths.get("batches")).toBe("/sandbox");
  expect(paths.get("forged")).toBe("/sandbox/activity?cause=wrong_signature&from=2026-11-21");
});
