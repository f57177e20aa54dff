import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Role } from "@/lib/auth/permissions";
import { decideRules, proposeRules, rulesInForce } from "@/lib/withdrawals/approval-rule-changes";
import { decideWithdrawal, expireRequests, takeBackWithdrawal } from "@/lib/withdrawals/approvals";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openTestContext, type TestContext } from "../../support/context";
import { orderOf, requested } from "../../support/orders";
import { auditEventsAbout } from "../../support/team";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

type Order = Awaited<ReturnType<typeof requested>>;

async function waiting(amount = "688,000"): Promise<Order & { digest: string }> {
  const order = await requested(context, { amount });
  const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, order.id));
  return { ...order, digest: intent!.digest };
}

const decide = async (
  { referenceId, digest }: { referenceId: string; digest: string },
  role: Role,
  decision: "approved" | "declined" | "sent_back" = "approved",
) => {
  const why = decision === "approved" ? ({ decision } as const) : { decision, reason: "口座名義を確認してください" };
  return decideWithdrawal(await context.as(role), { referenceId, digest, ...why });
};
const again = ({ referenceId }: { referenceId: string }) => orderOf(context, referenceId);

describe("a withdrawal above the threshold", () => {
  test("waits, and cannot be sent by anything", async () => {
    const order = await waiting();
    expect(order.submission).toBe("awaiting_approval");
    const job = await context.as("job");
    expect(await sendWithdrawal(job, { transactionRow: order.id })).toBe("taken");
    expect(await context.db.select().from(attempts).where(eq(attempts.transactionRow, order.id))).toEqual([]);
  });

  test("leaves once another user has approved exactly these terms", async () => {
    const order = await waiting();
    expect(await decide({ ...order, digest: "0".repeat(64) }, "approver")).toMatchObject({
      error: { kind: "other_terms" },
    });
    expect(await decide(order, "approver")).toEqual({ ok: true, value: { submission: "queued" } });
    const events = await auditEventsAbout(context, order.referenceId);
    expect(events.map(({ action, actorName }) => [action, actorName])).toEqual([
      ["withdrawal.requested", "ops"],
      ["withdrawal.approved", "approver"],
    ]);
  });

  test("is never approved by its requester, in any role", async () => {
    const order = await waiting();
    const requester = await context.as("ops");
    if (requester.actor.kind !== "user") throw new Error("not a user");
    const { id } = requester.actor;
    const promoted = { ...requester, actor: { ...requester.actor, role: "approver" as const } };
    const input = { referenceId: order.referenceId, digest: order.digest, decision: "approved" } as const;
    await context.db.update(users).set({ role: "approver" }).where(eq(users.id, id));
    expect(await decideWithdrawal(promoted, input)).toEqual({ ok: false, error: { kind: "own_request" } });
    await context.db.update(users).set({ role: "ops" }).where(eq(users.id, id));
  });

  test("above the second threshold takes two users, and the same one twice is one", async () => {
    const order = await waiting("1,000,000");
    expect(await decide(order, "approver")).toMatchObject({ value: { submission: "awaiting_approval" } });
    expect(await decide(order, "approver")).toMatchObject({ error: { kind: "decided_before" } });
    expect(await decide(order, "admin")).toMatchObject({ value: { submission: "queued" } });
  });

  test("two approvals at the same time let it leave once", async () => {
    const order = await waiting("1,000,000");
    const both = await Promise.all([decide(order, "approver"), decide(order, "admin")]);
    expect(both.filter((one) => one.ok && one.value.submission === "queued")).toHaveLength(1);
    expect(await again(order)).toMatchObject({ submission: "queued" });
  });

  test.each(["declined", "sent_back"] as const)("%s ends it, with the reason on record", async (decision) => {
    const order = await waiting();
    expect(await decide(order, "approver", decision)).toMatchObject({ value: { submission: decision } });
    expect(await decide(order, "admin")).toMatchObject({ error: { kind: "not_waiting" } });
    const events = await auditEventsAbout(context, order.referenceId);
    expect(events.at(-1)).toMatchObject({ detail: { reason: "口座名義を確認してください" } });
  });

  test("can be taken back by its requester, and by no other user", async () => {
    const order = await waiting();
    expect(await takeBackWithdrawal(await context.as("admin"), order)).toMatchObject({
      error: { kind: "not_your_request" },
    });
    expect(await takeBackWithdrawal(await context.as("ops"), order)).toMatchObject({
      value: { submission: "withdrawn" },
    });
  });

  test("expires after a day, and is not approved a moment later", async () => {
    const order = await waiting();
    const late = new Date(context.clock.now.getTime() + 24 * 3_600_000 + 1_000);
    const approver = { ...(await context.as("approver")), now: () => late };
    const input = { referenceId: order.referenceId, digest: order.digest, decision: "approved" } as const;
    expect(await decideWithdrawal(approver, input)).toEqual({ ok: false, error: { kind: "expired" } });
    await expireRequests({ ...(await context.as("job")), now: () => late });
    expect(await again(order)).toMatchObject({ submission: "expired" });
  });

  test("that was changed after it was approved is not sent", async () => {
    const order = await waiting();
    await decide(order, "approver");
    await context.db.update(transactions).set({ amount: "6880000" }).where(eq(transactions.id, order.id));
    expect(await sendWithdrawal(await context.as("job"), { transactionRow: order.id })).toBe("altered");
    expect((await again(order)).discrepancyAt).not.toBeNull();
  });
});

describe("the rules", () => {
  const rules = [{ currency: "JPY", from: "0", approvers: 1 as const }];

  test("that equal those in force are not proposed", async () => {
    const admin = await context.as("admin");
    const same = (await rulesInForce(context.db, "sandbox")).map((rule) => ({ ...rule, from: `${rule.from}.0` }));
    expect(await proposeRules(admin, { rules: same.reverse() })).toEqual({ ok: false, error: { kind: "no_change" } });
  });

  test("are changed by one admin's proposal and another admin's word", async () => {
    const first = await context.as("admin");
    const second = await context.another("admin");
    const proposed = await proposeRules(first, { rules });
    const proposalId = proposed.ok ? proposed.value.proposalId : "";
    expect(await proposeRules(second, { rules: [] })).toEqual({
      ok: false,
      error: { kind: "another_proposal_is_open" },
    });
    expect(await decideRules(first, { proposalId, apply: true })).toEqual({
      ok: false,
      error: { kind: "own_proposal" },
    });
    expect(await rulesInForce(context.db, "sandbox")).not.toEqual(rules);
    expect(await decideRules(second, { proposalId, apply: true })).toEqual({ ok: true, value: { kind: "applied" } });
    expect(await rulesInForce(context.db, "sandbox")).toEqual(rules);
    expect(await rulesInForce(context.db, "production")).not.toEqual(rules);
    expect(await waiting("1")).toMatchObject({ submission: "awaiting_approval" });
  });
});
