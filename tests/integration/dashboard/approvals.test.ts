import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { listApprovals } from "@/lib/approval-queue/queries";
import { may, ROLES } from "@/lib/auth/permissions";
import { PROPOSAL_PERMISSIONS } from "@/lib/auth/proposal";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { openTestContext, type TestContext } from "../../support/context";
import { requested } from "../../support/orders";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test("payouts wait for those who may decide, the oldest first, until they have", async () => {
  const older = await requested(context, { amount: "300000" });
  context.clock.now = new Date(context.clock.now.getTime() + 1_000);
  const newer = await requested(context, { amount: "400000" });
  const seenBy = async (role: "approver" | "admin" | "finance") => listApprovals(await context.as(role));
  const { count, items } = await seenBy("approver");
  expect(count).toBe(2);
  expect(items.map(({ id }) => id)).toEqual([older.referenceId, newer.referenceId]);
  expect(items[0]).toMatchObject({ kind: "withdrawal", amount: "300000", currency: "JPY" });
  expect(await seenBy("finance")).toEqual({ count: 0, items: [] });

  const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, older.id));
  const decision = {
    referenceId: older.referenceId,
    decision: "declined",
    digest: intent!.digest,
    reason: "no",
  } as const;
  expect((await decideWithdrawal(await context.as("approver"), decision)).ok).toBe(true);
  expect((await seenBy("approver")).items.map(({ id }) => id)).toEqual([newer.referenceId]);
  expect((await seenBy("admin")).items.map(({ id }) => id)).toEqual([newer.referenceId]);
});

test("every role that may decide about something sees what waits for it", () => {
  const deciding = ["withdrawals:approve", ...Object.values(PROPOSAL_PERMISSIONS)] as const;
  const roles = ROLES.filter((role) => deciding.some((permission) => may(role, permission)));
  expect(ROLES.filter((role) => may(role, "approvals:read"))).toEqual(roles);
});
