import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { disableUser } from "@/lib/team/commands";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { listAttention } from "@/lib/transactions/list/attention";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { decideRules, proposeRules } from "@/lib/withdrawals/approval-rule-changes";
import { decideWithdrawal, releaseWithdrawal } from "@/lib/withdrawals/approvals";
import { WAITS_HOURS } from "@/lib/withdrawals/approvers";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openTestContext, type TestContext } from "../../support/context";
import { listWithdrawals } from "../../support/lists";
import { lockWaits } from "../../support/lock-waits";
import { approved, jobsFor, orderOf, requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";

/** A context for each test, as a disabled user stays disabled. */
let context: TestContext;
let service: Service;
beforeAll(async () => {
  service = await openService();
});
beforeEach(async () => {
  await context?.close();
  await service.setClock(0);
  context = await openTestContext(service);
});
afterAll(async () => {
  await context.close();
  await service.close();
});

type Order = Awaited<ReturnType<typeof requested>>;
const again = ({ referenceId }: Order) => orderOf(context, referenceId);
const send = async ({ id }: Order) => sendWithdrawal(await context.as("job"), { transactionRow: id });
const attemptsOf = ({ id }: Order) => context.db.$count(attempts, eq(attempts.transactionRow, id));
const passes = async (ms: number) => {
  context.clock.now = new Date(context.clock.now.getTime() + ms);
  await service.setClock(context.clock.now.getTime() - Date.now());
};
const disable = async ({ actor }: Ctx) => {
  const done = await disableUser(await context.another("admin"), { userId: actor.id });
  if (!done.ok) throw new Error(done.error.kind);
};
const change = ({ actor }: Ctx, to: Partial<typeof users.$inferInsert>) =>
  context.db.update(users).set(to).where(eq(users.id, actor.id));

async function decide(ctx: Ctx, { referenceId, id }: Order, decision: "approved" | "declined" = "approved") {
  const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, id));
  const why = decision === "approved" ? ({ decision } as const) : { decision, reason: "not wanted" };
  return decideWithdrawal(ctx, { referenceId, digest: intent!.digest, ...why });
}

describe("an approval by a person who was disabled afterwards", () => {
  test("does not count: the order awaits approval again, on the dashboard and in the approvers' list", async () => {
    const order = await approved(context, await requested(context, { amount: "688,000" }));
    await disable(await context.as("approver"));
    expect(await send(order)).toBe("held");
    expect(await again(order)).toMatchObject({
      submission: "awaiting_approval",
      heldReason: "approvals_not_enough",
      heldAt: context.clock.now,
    });
    expect(await attemptsOf(order)).toBe(0);

    const admin = await context.as("admin");
    const { rows } = await listAttention(admin);
    expect(rows).toMatchObject([{ referenceId: order.referenceId, hold: "approvals_not_enough" }]);
    expect(await listWithdrawals(admin, { show: "mine" })).toMatchObject([{ referenceId: order.referenceId }]);
    const view = await getTransaction(admin, order);
    expect(view).toMatchObject({
      hold: "approvals_not_enough",
      withdrawal: { approval: { needed: 1, given: [{ by: "approver", counts: false }], mine: "may_decide" } },
    });

    expect(await decide(admin, order)).toEqual({ ok: true, value: { submission: "queued" } });
    expect(await again(order)).toMatchObject({ heldAt: null, heldReason: null });
    expect(await send(order)).toBe("accepted");
    expect((await listAttention(admin)).count).toBe(0);
  });

  test("does not complete the approvals of others either", async () => {
    const order = await requested(context, { amount: "1,000,000" });
    const first = await context.as("approver");
    await decide(first, order);
    await disable(first);
    expect(await decide(await context.as("admin"), order)).toMatchObject({
      value: { submission: "awaiting_approval" },
    });
    expect(await decide(await context.another("approver"), order)).toMatchObject({ value: { submission: "queued" } });
  });

  test("nor does one by a person whose role no longer approves", async () => {
    const order = await approved(context, await requested(context, { amount: "688,000" }));
    await change(await context.as("approver"), { role: "viewer" });
    expect(await send(order)).toBe("held");
    expect(await again(order)).toMatchObject({ heldReason: "approvals_not_enough" });
  });
});

describe("a request by a person who was disabled afterwards", () => {
  test("is not approved, only rejected; the approver sees why", async () => {
    const order = await requested(context, { amount: "688,000" });
    await disable(await context.as("ops"));
    const approver = await context.as("approver");
    expect((await getTransaction(approver, order))?.withdrawal?.approval).toMatchObject({
      requester: { problem: "requester_inactive" },
      mine: "may_decide",
    });
    expect(await decide(approver, order)).toEqual({ ok: false, error: { kind: "requester_inactive" } });
    expect(await decide(approver, order, "declined")).toMatchObject({ value: { submission: "declined" } });
  });

  test.each([
    ["requester_inactive", { disabledAt: new Date() }],
    ["requester_not_permitted", { role: "viewer" }],
  ] as const)("does not leave: %s", async (reason, changed) => {
    const order = await requested(context);
    const ops = await context.as("ops");
    await change(ops, changed);
    expect(await send(order)).toBe("held");
    expect(await again(order)).toMatchObject({ submission: "queued", heldReason: reason });
    expect(await attemptsOf(order)).toBe(0);

    // A held order is not sent by another job, nor picked up by the sweep, however late it is.
    expect(await send(order)).toBe("taken");
    await context.db.execute("delete from graphile_worker._private_jobs");
    await passes(600_000);
    await recoverStuckOrders(await context.as("job"));
    expect(await jobsFor(context, order.id)).toEqual([]);

    // A release repeats the check; only a requester who is back lets it leave.
    const approver = await context.as("approver");
    expect(await releaseWithdrawal(approver, order)).toEqual({ ok: true, value: { submission: "queued" } });
    expect(await jobsFor(context, order.id)).toEqual(["send-withdrawal"]);
    expect(await send(order)).toBe("held");
    await change(ops, { disabledAt: null, role: "ops" });
    await releaseWithdrawal(approver, order);
    expect(await send(order)).toBe("accepted");
    expect(await releaseWithdrawal(approver, order)).toEqual({ ok: false, error: { kind: "not_held" } });
  });
});

test("an approver who is disabled while deciding has decided nothing", async () => {
  const order = await requested(context, { amount: "688,000" });
  const approver = await context.as("approver");
  await disable(approver);
  await expect(decide(approver, order)).rejects.toThrow("may not withdrawals:approve any more");
  expect(await again(order)).toMatchObject({ submission: "awaiting_approval" });
});

test("a disabling waits for a claim that has begun, and a claim for a disabling", async () => {
  const order = await requested(context);
  const ops = await context.as("ops");
  const { sending } = await context.db.transaction(async (tx) => {
    await tx.update(users).set({ disabledAt: context.clock.now }).where(eq(users.id, ops.actor.id));
    const sending = send(order);
    await expect.poll(() => lockWaits(context.pool)).toBe(1);
    return { sending };
  });
  expect(await sending).toBe("held");
});

test("stricter rules that came into force before the claim ask for their approvals", async () => {
  const order = await requested(context);
  expect(order.submission).toBe("queued");
  const rules = [{ currency: "JPY", from: "0", approvers: 1 as const }];
  const proposed = await proposeRules(await context.as("admin"), { rules });
  if (!proposed.ok) throw new Error(proposed.error.kind);
  await decideRules(await context.another("admin"), { ...proposed.value, apply: true });
  expect(await send(order)).toBe("held");
  expect(await again(order)).toMatchObject({ submission: "awaiting_approval", heldReason: "approvals_not_enough" });
  // It never had a deadline of its own: others may decide for the full time from now on.
  const decideBy = new Date(context.clock.now.getTime() + WAITS_HOURS * 3_600_000).toISOString();
  expect(await listWithdrawals(await context.as("approver"), { show: "mine" })).toMatchObject([{ decideBy }]);
  expect((await getTransaction(await context.as("approver"), order))?.withdrawal?.approval).toMatchObject({
    needed: 1,
  });
  expect(await decide(await context.as("approver"), order)).toMatchObject({ value: { submission: "queued" } });
  expect(await send(order)).toBe("accepted");
});

test("an approver sees that a requester is new", async () => {
  const ops = await context.as("ops");
  const requesterOf = async (order: Order) =>
    (await getTransaction(await context.as("approver"), order))?.withdrawal?.approval?.requester;
  const first = await requested(context, { amount: "688,000" });
  expect(await requesterOf(first)).toEqual({ problem: null, isFirstRequest: true, isNewAccount: true, shares: null });
  await change(ops, { createdAt: new Date(context.clock.now.getTime() - 8 * 24 * 3_600_000) });
  context.clock.now = new Date(context.clock.now.getTime() + 1_000);
  const second = await requested(context, { amount: "688,000" });
  expect(await requesterOf(second)).toEqual({
    problem: null,
    isFirstRequest: false,
    isNewAccount: false,
    shares: null,
  });
  expect(await context.db.$count(transactions)).toBe(2);
});
