import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Ctx } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { decideRules, proposeRules } from "@/lib/withdrawals/approval-rule-changes";
import { decideWithdrawal, expireRequests, takeBackWithdrawal } from "@/lib/withdrawals/approvals";
import { countWaitingForMe, getRules, getTermsToCorrect } from "@/lib/withdrawals/queries";
import { rulesInput } from "@/lib/withdrawals/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { listWithdrawals } from "../../support/lists";
import { requested } from "../../support/orders";

let context: TestContext;
beforeEach(async () => {
  context = await openTestContext();
});
afterEach(() => context.close());

const seenBy = async (who: Role, referenceId: string) => {
  const order = await getTransaction(await context.as(who), { referenceId });
  return { ...order!, approval: order!.withdrawal!.approval! };
};

async function decide(who: Role, { referenceId }: { referenceId: string }, decision: "approved" | "sent_back") {
  const digest = (await seenBy(who, referenceId)).withdrawal!.digest!;
  const why = decision === "approved" ? { decision } : { decision, reason: "金額を確認してください" };
  context.clock.now = new Date(context.clock.now.getTime() + 60_000);
  const decided = await decideWithdrawal(await context.as(who), { referenceId, digest, ...why });
  expect(decided.ok).toBe(true);
}

const shown = async (who: Role, show: string) =>
  (await listWithdrawals(await context.as(who), { show })).map(({ referenceId }) => referenceId);

describe("what waits", () => {
  test("waits for those who may decide and have not, and never for its requester", async () => {
    const { referenceId } = await requested(context, { amount: "1,000,000" });
    const small = await requested(context, { amount: "12,000" });
    expect(await shown("approver", "mine")).toEqual([referenceId]);
    expect(await shown("ops", "mine")).toEqual([]);
    expect(await shown("ops", "waiting")).toEqual([referenceId]);

    await decide("approver", { referenceId }, "approved");
    expect(await shown("approver", "mine")).toEqual([]);
    expect(await shown("approver", "waiting")).toEqual([referenceId]);
    expect(await shown("admin", "mine")).toEqual([referenceId]);

    await decide("admin", { referenceId }, "approved");
    expect(await shown("approver", "waiting")).toEqual([]);
    expect(await shown("approver", "all")).toEqual(expect.arrayContaining([referenceId, small.referenceId]));
  });

  test("is counted, and its sums are never added across currencies", async () => {
    await requested(context, { amount: "688,000" });
    await requested(context, { amount: "100,120" });
    await requested(context, { currency: "THB", amount: "25,000.50", destination: "BBL" });
    expect(await countWaitingForMe(await context.as("approver"))).toMatchObject({
      count: 3,
      totals: [
        { currency: "JPY", amount: "788120" },
        { currency: "THB", amount: "25000.50" },
      ],
    });
  });

  test("lists what expires first, and says when", async () => {
    const orders: string[] = [];
    for (const _hour of [1, 2, 3]) {
      orders.push((await requested(context, { amount: "688,000" })).referenceId);
      context.clock.now = new Date(context.clock.now.getTime() + 3_600_000);
    }
    expect(await shown("approver", "mine")).toEqual(orders);
    expect(await shown("ops", "waiting")).toEqual(orders);
    expect(await shown("ops", "all")).toEqual(orders.toReversed());
    const [first] = await listWithdrawals(await context.as("approver"), { show: "mine" });
    const { mostUrgent, decideBy } = await countWaitingForMe(await context.as("approver"));
    expect(mostUrgent).toEqual(orders.slice(0, 2));
    expect([first!.decideBy, decideBy]).toEqual(
      Array(2).fill(new Date(context.clock.now.getTime() + 21 * 3_600_000).toISOString()),
    );
    await decide("approver", first!, "approved");
    expect((await countWaitingForMe(await context.as("approver"))).mostUrgent).toEqual(orders.slice(1));
  });

  test("does not wait for approval once it has expired", async () => {
    await requested(context, { amount: "688,000" });
    context.clock.now = new Date(context.clock.now.getTime() + 25 * 3_600_000);
    expect(await shown("approver", "mine")).toEqual([]);
    expect(await countWaitingForMe(await context.as("approver"))).toEqual({
      ...{ count: 0, totals: [], mostUrgent: [], decideBy: null },
    });
  });
});

describe("an order's page", () => {
  test("says to each reader what they may do", async () => {
    const { referenceId } = await requested(context, { amount: "1,000,000" });
    const mine = async (who: Role) => (await seenBy(who, referenceId)).approval.mine;
    expect((await seenBy("ops", referenceId)).approval).toMatchObject({ mine: "own_request", mayTakeBack: true });
    const ops = await context.as("ops");
    const demoted = { ...ops, actor: { ...ops.actor, role: "support" } } as Ctx;
    const theirs = (await getTransaction(demoted, { referenceId }))?.withdrawal?.approval;
    expect(theirs).toMatchObject({ mine: "own_request", mayTakeBack: false });
    for (const role of ["ops", "approver"] as const) {
      expect((await seenBy(role, referenceId)).readerId).toBe((await context.as(role)).actor.id);
    }
    expect(await mine("approver")).toBe("may_decide");
    for (const role of ["support", "finance"] as const) expect(await mine(role)).toBeNull();

    await decide("approver", { referenceId }, "approved");
    expect(await mine("approver")).toBe("decided_before");
    expect(await mine("admin")).toBe("may_decide");
    context.clock.now = new Date(context.clock.now.getTime() + 25 * 3_600_000);
    expect(await mine("admin")).toBeNull();
  });

  test("shows who decided and why, on the card and on the timeline", async () => {
    const order = await requested(context, { amount: "688,000" });
    await decide("approver", order, "sent_back");
    const { approval, timeline } = await seenBy("support", order.referenceId);
    expect(approval).toMatchObject({ needed: 1, mine: null });
    expect(approval.given).toMatchObject([{ by: "approver", decision: "sent_back", reason: "金額を確認してください" }]);
    expect(timeline[0]).toMatchObject({
      kind: "did",
      action: "withdrawal.sent_back",
      detail: { reason: "金額を確認してください" },
    });
  });

  test("shows that it was not decided in time", async () => {
    const { referenceId } = await requested(context, { amount: "688,000" });
    context.clock.now = new Date(context.clock.now.getTime() + 25 * 3_600_000);
    await expireRequests(await context.as("job"));
    const { submission, timeline } = await seenBy("ops", referenceId);
    expect(submission).toBe("expired");
    expect(timeline[0]).toMatchObject({ kind: "did", action: "withdrawal.expired" });
  });

  test("has no approvals where none were needed", async () => {
    const { referenceId } = await requested(context);
    const order = await getTransaction(await context.as("ops"), { referenceId });
    expect(order!.withdrawal!.approval).toBeNull();
  });
});

describe("the terms of a withdrawal that came to nothing", () => {
  const terms = async ({ referenceId }: { referenceId: string }) =>
    getTermsToCorrect(await context.as("ops"), { referenceId });

  test("can be corrected after it was sent back, and after it was taken back", async () => {
    const order = await requested(context, { amount: "688,000" });
    expect(await terms(order)).toBeNull();
    await decide("approver", order, "sent_back");
    const { formId: _new, ...typed } = typedForm({ amount: "688000" });
    expect(await terms(order)).toEqual({ ...typed, filledPlayerId: typed.playerId });

    const other = await requested(context, { amount: "688,000" });
    await takeBackWithdrawal(await context.as("ops"), other);
    expect(await terms(other)).toMatchObject({ amount: "688000" });
  });

  test("are not offered while the withdrawal may still leave, nor in the other environment", async () => {
    const queued = await requested(context);
    expect(await terms(queued)).toBeNull();
    const order = await requested(context, { amount: "688,000" });
    await decide("approver", order, "sent_back");
    const elsewhere = { ...(await context.as("ops")), environment: "production" as const };
    expect(await getTermsToCorrect(elsewhere, order)).toBeNull();
  });
});

describe("the rules", () => {
  const rules = [{ currency: "JPY", from: "0", approvers: 2 as const }];

  test("are shown with the proposal that is open, and whose it is", async () => {
    const first = await context.as("admin");
    const before = await getRules(first);
    expect(before.proposal).toBeNull();
    const proposed = await proposeRules(first, { rules });
    const proposalId = proposed.ok ? proposed.value.proposalId : "";
    expect(await getRules(first)).toEqual({
      inForce: before.inForce,
      proposal: {
        id: proposalId,
        rules,
        by: "admin",
        at: context.clock.now.toISOString(),
        until: expect.stringMatching(/^\d{4}-.*Z$/),
        isOwn: true,
      },
    });

    const second = await context.another("admin");
    expect((await getRules(second)).proposal).toMatchObject({ isOwn: false });
    await decideRules(second, { proposalId, apply: true });
    expect(await getRules(second)).toEqual({ inForce: rules, proposal: null });
  });

  test("are read as they are typed, and what is wrong is said at its field", () => {
    const read = rulesInput.safeParse({
      rules: [
        { currency: "JPY", from: "１００，０００", approvers: 1 },
        { currency: "JPY", from: "0", approvers: 0 },
        { currency: "THB", from: "10.505", approvers: 1 },
        { currency: "THB", from: "", approvers: 1 },
      ],
    });
    expect(read.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["rules.2.from", "amountDecimals"],
      ["rules.3.from", "required"],
    ]);
    const twice = rulesInput.safeParse({
      rules: [
        { currency: "THB", from: "10", approvers: 1 },
        { currency: "THB", from: "10.00", approvers: 0 },
      ],
    });
    expect(twice.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["rules.1.from", "ruleTwice"],
    ]);
  });
});
