import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { discrepancyResolutions } from "@/drizzle/schema/discrepancies";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { countDashboard } from "@/lib/dashboard/queries";
import { freezePayouts } from "@/lib/freezes/commands";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { countAttention } from "@/lib/transactions/list/attention";
import { listOrders } from "@/lib/transactions/list/list";
import { ordersAsked } from "@/lib/transactions/schema";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import type { Setback } from "@/lib/withdrawals/follow-up";
import { dismissFollowUp, listFollowUps } from "@/lib/withdrawals/follow-ups";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { listWithdrawals } from "../../support/lists";
import { orderOf, requested } from "../../support/orders";
import { auditEventsAbout } from "../../support/team";

let context: TestContext;
let ops: Ctx;
let colleague: Ctx;
beforeEach(async () => {
  context = await openTestContext();
  ops = await context.as("ops");
  colleague = await context.another("ops");
});
afterEach(() => context.close());

type Values = Partial<typeof transactions.$inferInsert>;
async function order(values: Values) {
  const made = await requested(context);
  await context.db.update(transactions).set(values).where(eq(transactions.id, made.id));
  return made;
}
const own = async (ctx = ops) => (await listFollowUps(ctx)).own.rows.map(({ setback }) => setback);
const others = async (ctx = colleague) => (await listFollowUps(ctx)).others.rows.map(({ setback }) => setback);
const dismiss = (ctx: Ctx, { referenceId }: { referenceId: string }, setback: Setback) =>
  dismissFollowUp(ctx, { referenceId, setback });
const badge = async (ctx: Ctx) => (await countDashboard(ctx)).waiting.dashboard;

describe("a payout that came back", () => {
  test.each<[Setback, Values]>([
    ["sent_back", { submission: "sent_back" }],
    ["declined", { submission: "declined" }],
    ["expired", { submission: "expired" }],
    ["stopped", { submission: "stopped" }],
    ["rejected", { submission: "rejected" }],
    ["FAILED", { submission: "accepted", status: "FAILED" }],
    ["CANCELLED", { submission: "accepted", status: "CANCELLED" }],
    ["RESOLVED", { submission: "accepted", status: "RESOLVED" }],
  ])("%s is on its requester's queue and in the badge, until it is dismissed", async (setback, values) => {
    expect(await badge(ops)).toBe(0);
    const made = await order(values);
    expect([await own(), await badge(ops)]).toEqual([[setback], 1]);
    expect((await listFollowUps(ops)).own.rows[0]).toMatchObject({ isCorrectable: true, requestedBy: "ops" });
    expect(await dismiss(ops, made, setback)).toMatchObject({ ok: true });
    expect([await own(), await badge(ops)]).toEqual([[], 0]);
    const events = await auditEventsAbout(context, made.referenceId);
    expect(events.at(-1)).toMatchObject({ action: "withdrawal.dismissed", actorName: "ops", detail: { setback } });
    expect(await dismiss(ops, made, setback)).toEqual({ ok: false, error: { kind: "changed" } });
  });

  test("leaves the queue when it is corrected", async () => {
    const { referenceId } = await order({ submission: "sent_back" });
    await requestWithdrawal(ops, withdrawalInput.parse({ ...typedForm(), corrects: referenceId }));
    expect(await own()).toEqual([]);
  });

  test("says why, in the approver's words", async () => {
    const { referenceId, id } = await requested(context, { amount: "300000" });
    const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, id));
    const decision = {
      referenceId,
      decision: "sent_back",
      digest: intent!.digest,
      reason: "Check the branch",
    } as const;
    await decideWithdrawal(await context.as("approver"), decision);
    expect((await listFollowUps(ops)).own.rows).toMatchObject([{ setback: "sent_back", reason: "Check the branch" }]);
  });

  test("that was held is on the queue, counted once, and is back when it is held again", async () => {
    const held = () => ({ submission: "queued", heldAt: context.clock.now, heldReason: "daily_limit" }) as const;
    const made = await order(held());
    expect([await own(), await badge(ops)]).toEqual([["held"], 1]);
    await dismiss(ops, made, "held");
    expect(await own()).toEqual([]);
    context.clock.now = new Date(context.clock.now.getTime() + 1_000);
    await context.db.update(transactions).set(held()).where(eq(transactions.id, made.id));
    expect(await own()).toEqual(["held"]);
  });

  test("is counted here where a resolved discrepancy keeps it out of what needs action", async () => {
    const { id } = await order({
      submission: "not_created",
      ...({ discrepancyKind: "double", discrepancyAt: new Date(), resolvedAt: new Date() } as const),
    });
    const resolution = { transactionRow: id, by: ops.actor.id, at: new Date(), finding: "not_moved" } as const;
    await context.db.insert(discrepancyResolutions).values({ ...resolution, reason: "asked the service" });
    expect(await countAttention(ops)).toBe(0);
    expect((await listFollowUps(ops)).own).toMatchObject({ count: 1, counted: 1 });
    expect(await badge(ops)).toBe(1);
  });

  test("is back where something else happens to it", async () => {
    const made = await order({ submission: "accepted", status: "CANCELLED" });
    await dismiss(ops, made, "CANCELLED");
    await context.db.update(transactions).set({ status: "RESOLVED" }).where(eq(transactions.id, made.id));
    expect(await dismiss(ops, made, "CANCELLED")).toEqual({ ok: false, error: { kind: "changed" } });
    expect(await own()).toEqual(["RESOLVED"]);
  });

  test.each<Values>([
    { submission: "withdrawn" },
    { submission: "accepted", status: "COMPLETED" },
    { submission: "unknown" },
    { submission: "accepted", status: "FAILED", discrepancyAt: new Date(), discrepancyKind: "reports" },
  ])("is not there where there is nothing to correct: %o", async (values) => {
    await order(values);
    expect(await own()).toEqual([]);
  });
});

describe("for others", () => {
  test("a failed payout is on the queue of all who request payouts, until one of them dismisses it", async () => {
    const made = await order({ submission: "accepted", status: "FAILED" });
    expect([await others(), await badge(colleague)]).toEqual([["FAILED"], 1]);
    await dismiss(colleague, made, "FAILED");
    expect([await others(), await others(await context.as("admin")), await own()]).toEqual([[], [], ["FAILED"]]);
  });

  test("a returned payout is shown to its requester alone, unless they can no longer act", async () => {
    await order({ submission: "sent_back" });
    expect(await others()).toEqual([]);
    await context.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, ops.actor.id));
    expect(await others()).toEqual(["sent_back"]);
  });

  test("no other user sees or dismisses it", async () => {
    const made = await order({ submission: "sent_back" });
    expect(await dismiss(colleague, made, "sent_back")).toEqual({ ok: false, error: { kind: "changed" } });
    for (const role of ["finance", "support", "approver", "viewer"] as const) {
      expect((await countDashboard(await context.as(role))).followUps).toBeNull();
      await expect(dismiss(await context.as(role), made, "sent_back")).rejects.toThrow();
    }
  });

  test("a dismissal cannot be changed", async () => {
    await dismiss(ops, await order({ submission: "expired" }), "expired");
    await expect(context.pool.query("delete from order_dismissals")).rejects.toThrow("append-only");
  });
});

describe("an order that does not leave", () => {
  const inLists = async () => {
    const [{ rows }, withdrawals] = await Promise.all([
      listOrders(ops, ordersAsked.parse({})),
      listWithdrawals(ops, { show: "all" }),
    ]);
    return [...rows, ...withdrawals].map(({ hold, frozen }) => ({ hold, frozen }));
  };

  test("says in every list that it is held, and why", async () => {
    await order({ submission: "queued", heldAt: new Date(), heldReason: "daily_limit" });
    expect(await inLists()).toEqual(Array(2).fill({ hold: "daily_limit", frozen: false }));
  });

  test.each(["environment", "requester"] as const)("says that it is frozen: its %s", async (what) => {
    const { referenceId } = await requested(context);
    expect(await inLists()).toEqual(Array(2).fill({ hold: null, frozen: false }));
    const userId = what === "requester" ? ops.actor.id : null;
    await freezePayouts(await context.as("admin"), { userId, reason: "strange payouts" });
    expect(await inLists()).toEqual(Array(2).fill({ hold: null, frozen: true }));
    expect(await getTransaction(ops, { referenceId })).toMatchObject({ frozen: true });
    const other = await requested(context, {}, colleague);
    expect(await getTransaction(ops, other)).toMatchObject({ frozen: what === "environment" });
  });
});

test("the newest are shown, and all are counted, up to a hundred", async () => {
  for (let n = 0; n < 22; n += 1) await order({ submission: "expired" });
  const { count, counted, rows } = (await listFollowUps(ops)).own;
  expect([count, counted, rows.length]).toEqual([22, 22, 20]);
  await orderOf(context, rows[0]!.referenceId);
});
