import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { discrepancies, discrepancyResolutions } from "@/drizzle/schema/discrepancies";
import { reports } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import type { Resolution } from "@/lib/transactions/discrepancies/resolution";
import { resolveDiscrepancy } from "@/lib/transactions/discrepancies/resolve";
import { listAttention } from "@/lib/transactions/list/attention";
import { discrepancyResolutionInput } from "@/lib/transactions/schema";
import { applyStatusReport } from "@/lib/transactions/status/apply-status-report";
import { endingOf } from "@/lib/transactions/status/order-ending";
import type { Report } from "@/lib/transactions/status/status-report";
import { isCorrectablePayout } from "@/lib/transactions/submission/correctable";
import { reissueWithdrawal } from "@/lib/withdrawals/commands";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openTestContext, type TestContext } from "../../support/context";
import { ownAccount } from "../../support/forms";
import { approved, orderOf, requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
let job: Ctx;
let finance: Ctx;

beforeAll(async () => {
  service = await openService();
});
beforeEach(async () => {
  context = await openTestContext(service);
  job = await context.as("job");
  finance = await context.as("finance");
});
afterEach(async () => {
  await service.behave();
  await context.close();
});
afterAll(() => service.close());

type Order = Awaited<ReturnType<typeof requested>>;
const again = ({ referenceId }: Order) => orderOf(context, referenceId);
const view = async (order: Order) => (await getTransaction(finance, order))!;
const onToday = async () => (await listAttention(finance)).rows.map(({ referenceId }) => referenceId);

/** What the service says of it, signed. */
const hear = ({ id }: Order, status: string, more: Partial<Report> = {}) =>
  context.db.transaction((tx) => applyStatusReport(tx, job, id, { source: "signed_callback", status, ...more }, {}));

async function resolve(order: Order, finding: Resolution, more: { reason?: string; seen?: number | null } = {}) {
  const { discrepancy } = await view(order);
  const { referenceId } = order;
  const input = { referenceId, finding, reason: "Confirmed by the service, mail of 20 Nov", ...more };
  return resolveDiscrepancy(finance, { seen: discrepancy?.seen ?? null, ...input });
}

/** Paid, and then said to have failed. */
async function orderWithDiscrepancy(): Promise<Order> {
  const order = await requested(context);
  await sendWithdrawal(job, { transactionRow: order.id });
  for (const status of ["COMPLETED", "FAILED"]) await hear(order, status);
  return order;
}

describe("a discrepancy that a user resolves", () => {
  test("leaves Today, and is on the timeline with who, when, what and why", async () => {
    const order = await orderWithDiscrepancy();
    expect(await onToday()).toEqual([order.referenceId]);
    // One of its reports says when it was paid; the other, that it was not.
    expect((await view(order)).paid).toBeNull();
    expect(await resolve(order, "not_moved")).toEqual({ ok: true, value: { referenceId: order.referenceId } });
    expect(await onToday()).toEqual([]);

    const resolved = await view(order);
    const reason = "Confirmed by the service, mail of 20 Nov";
    const at = context.clock.now.toISOString();
    expect(resolved).toMatchObject({
      ...{ conflict: true, resolved: true, discrepancy: null },
      resolution: { at, by: "finance", finding: "not_moved", reason },
    });
    expect(resolved.timeline).toContainEqual(
      expect.objectContaining({
        kind: "did",
        at,
        by: "finance",
        action: "discrepancy.resolved",
        detail: { finding: "not_moved", reason },
      }),
    );
  });

  test("keeps every fact as it was said", async () => {
    const order = await orderWithDiscrepancy();
    const before = [await again(order), await context.db.select().from(reports)] as const;
    await resolve(order, "moved_once");
    const { resolvedAt, updatedAt, ...after } = await again(order);
    const { resolvedAt: _, updatedAt: __, ...held } = before[0];
    expect(after).toEqual(held);
    expect(await context.db.select().from(reports)).toEqual(before[1]);
    expect([resolvedAt, updatedAt]).toEqual([context.clock.now, context.clock.now]);
  });

  test("stays resolved while the service repeats itself, and comes back with what is new", async () => {
    const order = await orderWithDiscrepancy();
    await resolve(order, "moved_once");
    const { discrepancyAt } = await again(order);
    await hear(order, "FAILED");
    await hear(order, "COMPLETED");
    await hear(order, "FAILED", { source: "query" });
    expect(await onToday()).toEqual([]);

    context.clock.now = new Date(context.clock.now.getTime() + 60_000);
    await hear(order, "FAILED", { amount: "99" });
    expect(await onToday()).toEqual([order.referenceId]);
    const back = await again(order);
    expect(back).toMatchObject({ resolvedAt: null, discrepancyKind: "reports", discrepancyAt: context.clock.now });
    expect(back.discrepancyAt).not.toEqual(discrepancyAt);
    expect(await view(order)).toMatchObject({ resolution: null, discrepancy: { seen: expect.any(Number) } });
    // Earlier resolutions stay on record, and it can be resolved again.
    expect(await resolve(order, "not_moved")).toMatchObject({ ok: true });
    expect(
      (await context.db.select().from(discrepancyResolutions).orderBy(discrepancyResolutions.id)).map(
        ({ finding }) => finding,
      ),
    ).toEqual(["moved_once", "not_moved"]);
  });

  test("is recorded once in the audit log, however often it is reported", async () => {
    const order = await orderWithDiscrepancy();
    for (const _ of [1, 2]) await hear(order, "FAILED");
    const lines = and(eq(auditEvents.subject, order.referenceId), eq(auditEvents.action, "discrepancy.recorded"));
    expect(await context.db.$count(auditEvents, lines)).toBe(1);
    expect(await context.db.$count(reports, eq(reports.verdict, "conflict"))).toBe(3);
  });

  test("cannot be resolved over news that the person has not seen", async () => {
    const order = await orderWithDiscrepancy();
    const { discrepancy } = await view(order);
    await hear(order, "CANCELLED");
    expect(await resolve(order, "moved_once", { seen: discrepancy!.seen })).toEqual({
      ok: false,
      error: { kind: "news_since" },
    });
    expect(await context.db.$count(discrepancyResolutions)).toBe(0);
    expect(await onToday()).toEqual([order.referenceId]);
  });

  test("is resolved by one of two concurrent users", async () => {
    const order = await orderWithDiscrepancy();
    const outcomes = await Promise.all([resolve(order, "moved_once"), resolve(order, "not_moved")]);
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await context.db.$count(discrepancyResolutions)).toBe(1);
  });

  test("needs a finding that fits, and a reason in words", async () => {
    const order = await orderWithDiscrepancy();
    expect(await resolve(order, "moved_twice")).toEqual({ ok: false, error: { kind: "does_not_fit" } });
    const typed = { referenceId: order.referenceId, finding: "moved_once", seen: null };
    for (const reason of ["", "  ", "x".repeat(501)]) {
      expect(discrepancyResolutionInput.safeParse({ ...typed, reason }).success).toBe(false);
    }
    expect(discrepancyResolutionInput.safeParse({ ...typed, reason: "x", finding: "paid" }).success).toBe(false);
  });

  test("cannot be resolved where there is none, in another environment, or twice", async () => {
    const calm = await requested(context);
    const nothing = { ok: false, error: { kind: "nothing_to_resolve" } };
    expect(await resolve(calm, "moved_once")).toEqual(nothing);
    const order = await orderWithDiscrepancy();
    const seen = (await view(order)).discrepancy!.seen;
    const input = { referenceId: order.referenceId, finding: "moved_once", reason: "r", seen } as const;
    expect(await resolveDiscrepancy({ ...finance, environment: "production" }, input)).toEqual(nothing);
    await resolve(order, "moved_once");
    expect(await resolve(order, "not_moved", { seen })).toEqual(nothing);
  });

  test("can be resolved where it was recorded before kinds were distinguished", async () => {
    const order = await requested(context);
    const old = {
      discrepancyAt: context.clock.now,
      discrepancyKind: null,
      submission: "accepted",
      status: "COMPLETED",
    } as const;
    await context.db.update(transactions).set(old).where(eq(transactions.id, order.id));
    expect(await resolve(order, "moved_once")).toMatchObject({ ok: true });
    expect(await onToday()).toEqual([]);
  });

  test("leaves an unknown outcome as it is: unknown, and on Today", async () => {
    const order = await requested(context);
    await service.misbehave({ path: "/withdraw", kind: "drop", when: "before" });
    await sendWithdrawal(job, { transactionRow: order.id });
    await hear(order, "SUCCESS", { amount: "99" });
    expect(await resolve(order, "not_moved")).toMatchObject({ ok: true });
    expect(await again(order)).toMatchObject({ submission: "unknown" });
    expect(await onToday()).toEqual([order.referenceId]);
  });

  test("allows no sending: an altered order stays frozen", async () => {
    const order = await requested(context);
    await context.db.update(transactions).set({ amount: "1" }).where(eq(transactions.id, order.id));
    expect(await sendWithdrawal(job, { transactionRow: order.id })).toBe("altered");
    expect(await resolve(order, "moved_once")).toEqual({ ok: false, error: { kind: "does_not_fit" } });
    expect(await resolve(order, "not_to_be_sent")).toMatchObject({ ok: true });
    expect(await sendWithdrawal(job, { transactionRow: order.id })).toBe("altered");
    expect(await again(order)).toMatchObject({ submission: "queued", resolvedAt: expect.any(Date) });
    expect(await onToday()).toEqual([]);
    expect((await service.orders()).map(({ referenceId }) => referenceId)).not.toContain(order.referenceId);
  });
});

describe("a resolution that the service contradicts later", () => {
  async function sent() {
    const order = await requested(context);
    await sendWithdrawal(job, { transactionRow: order.id });
    return order;
  }
  async function needsActionAgain(order: Order) {
    expect(await onToday()).toEqual([order.referenceId]);
    expect(await again(order)).toMatchObject({ status: "COMPLETED", resolvedAt: null });
    expect(isCorrectablePayout(await endingOf(context.db, await again(order)))).toBe(false);
    expect(await resolve(order, "moved_once")).toMatchObject({ ok: true });
    expect(await onToday()).toEqual([]);
  }

  test("no money moved, as said of a forgeable callback, and then it is proven to be paid", async () => {
    const order = await sent();
    await hear(order, "CANCELLED");
    await hear(order, "COMPLETED", { source: "unsigned_callback" });
    expect(await resolve(order, "not_moved")).toMatchObject({ ok: true });
    await hear(order, "COMPLETED", { source: "query" });
    await needsActionAgain(order);
  });

  test("no money moved, as said of another amount, and then it is paid with the right one", async () => {
    const order = await sent();
    await hear(order, "PENDING", { source: "query", amount: "99" });
    expect(await resolve(order, "not_moved")).toMatchObject({ ok: true });
    await hear(order, "COMPLETED", { source: "query", amount: "12000" });
    await needsActionAgain(order);
  });

  test("the money moved, and then it ends unpaid; what agrees with the resolution is no news", async () => {
    const [moved, not] = [await sent(), await sent()];
    for (const order of [moved, not]) await hear(order, "PENDING", { source: "query", amount: "99" });
    await resolve(moved, "requested_amount_moved");
    await resolve(not, "not_moved");
    for (const order of [moved, not]) await hear(order, "FAILED", { source: "query" });
    expect(await onToday()).toEqual([moved.referenceId]);
  });

  test("comes back after each resolution that is contradicted", async () => {
    const order = await sent();
    await hear(order, "PENDING", { source: "query", amount: "99" });
    await resolve(order, "requested_amount_moved");
    await hear(order, "CANCELLED", { source: "query" });
    expect(await onToday()).toEqual([order.referenceId]);
    await resolve(order, "not_moved");
    await hear(order, "COMPLETED", { source: "query" });
    await needsActionAgain(order);
  });
});

describe("what a user is asked to resolve", () => {
  test("another amount than was asked for, although it is paid", async () => {
    const order = await requested(context);
    await sendWithdrawal(job, { transactionRow: order.id });
    await hear(order, "COMPLETED", { actualAmount: "120330" });
    expect(await again(order)).toMatchObject({ status: "COMPLETED", discrepancyKind: "amount" });
    expect((await view(order)).discrepancy!.findings).toEqual([
      ...["not_moved", "reported_amount_moved", "requested_amount_moved"],
    ]);
    expect((await view(order)).discrepancy!.claims).toMatchObject([
      { source: "signed_callback", status: "COMPLETED", fields: [{ field: "actualAmount", said: "120330" }] },
    ]);
    expect(await resolve(order, "reported_amount_moved")).toMatchObject({ ok: true });
  });

  test("a report about another amount: what it says, and which of the two moved", async () => {
    const order = await requested(context);
    await sendWithdrawal(job, { transactionRow: order.id });
    await hear(order, "COMPLETED", { amount: "12001" });
    const currencies = { held: "JPY", said: "JPY" };
    expect((await view(order)).discrepancy).toMatchObject({
      findings: ["not_moved", "reported_amount_moved", "requested_amount_moved"],
      claims: [
        {
          ...{ source: "signed_callback", status: "COMPLETED" },
          fields: [{ field: "amount", held: "12000", said: "12001", currencies }],
        },
      ],
    });
    expect(await resolve(order, "moved_once")).toEqual({ ok: false, error: { kind: "does_not_fit" } });
    expect(await resolve(order, "requested_amount_moved")).toMatchObject({ ok: true });
    expect((await view(order)).discrepancy).toBeNull();
  });

  test("facts in free text are masked for roles that see no personal data", async () => {
    const order = await requested(context);
    await hear(order, "PENDING", { source: "query", referenceId: "ヤマダ　タロウ", amount: "99" });
    const seen = (await getTransaction(await context.as("viewer"), order))!;
    expect(seen.discrepancy!.claims).toMatchObject([
      {
        source: "query",
        fields: [
          { field: "referenceId", said: "•••" },
          { field: "amount", said: "99" },
        ],
      },
    ]);
  });

  test("reports of different ends, each with its source; an unsigned one is named as such", async () => {
    const order = await requested(context);
    await sendWithdrawal(job, { transactionRow: order.id });
    await hear(order, "CANCELLED");
    await hear(order, "COMPLETED", { source: "unsigned_callback" });
    const claims = (await view(order)).discrepancy!.claims!;
    expect(claims.map(({ source, status }) => [source, status])).toEqual([
      ["signed_callback", "CANCELLED"],
      ["unsigned_callback", "COMPLETED"],
    ]);
  });

  test("a status unknown to us after the payment, such as money that a bank returned; the order stays paid", async () => {
    const order = await requested(context);
    await sendWithdrawal(job, { transactionRow: order.id });
    await hear(order, "COMPLETED");
    for (const source of ["unsigned_callback", "signed_callback"] as const) {
      await hear(order, "REVERSED", { source });
      expect(await onToday()).toEqual([]);
    }
    // Callbacks state no time: a query that leaves after the end was known decides.
    const confirmed = async (status: string) => hear(order, status, { source: "query", askedOf: await again(order) });
    await confirmed("REVERSED");
    expect(await onToday()).toEqual([order.referenceId]);
    expect(await again(order)).toMatchObject({ status: "COMPLETED", statusSource: "signed_callback" });
    const { discrepancy, timeline } = await view(order);
    expect(discrepancy).toMatchObject({
      findings: ["moved_once", "not_moved"],
      claims: [
        { source: "signed_callback", status: "COMPLETED" },
        { source: "query", status: "REVERSED" },
      ],
    });
    expect(timeline).toContainEqual(expect.objectContaining({ kind: "reported", status: "REVERSED", verdict: "hint" }));

    expect(await resolve(order, "not_moved")).toMatchObject({ ok: true });
    // What is on record is no news, whichever way it comes.
    await hear(order, "REVERSED");
    for (const status of ["REVERSED", "COMPLETED"]) await confirmed(status);
    expect(await onToday()).toEqual([]);
  });

  test("nothing of a status unknown to us that was replaced by the payment", async () => {
    const order = await requested(context);
    await sendWithdrawal(job, { transactionRow: order.id });
    await hear(order, "ON_HOLD");
    const ended = context.clock.now;
    await hear(order, "COMPLETED", { source: "query", updatedAt: ended });
    await hear(order, "ON_HOLD", { source: "query", updatedAt: new Date(ended.getTime() - 1_000) });
    expect(await again(order)).toMatchObject({ status: "COMPLETED", discrepancyAt: null });
  });

  test("an order that never left, and that the service knows: as after a database was restored", async () => {
    const order = await requested(context);
    await hear(order, "SUCCESS");
    expect(await again(order)).toMatchObject({ submission: "accepted", discrepancyKind: "double" });
    expect(await sendWithdrawal(job, { transactionRow: order.id })).toBe("taken");
    expect(await onToday()).toEqual([order.referenceId]);
  });
});

async function refusedAndSentAgain() {
  const order = await approved(context, await requested(context, { amount: "9,999,999,999", ...ownAccount() }));
  expect(await sendWithdrawal(job, { transactionRow: order.id })).toBe("rejected");
  expect(await reissueWithdrawal(await context.as("ops"), order)).toMatchObject({ ok: true });
  return { order, newer: await orderOf(context, `${order.referenceId}-2`) };
}

describe("an order that the service refused and that turns up after it was sent again", () => {
  test("is polled permanently, stops the newer one before it leaves, and both reach a user", async () => {
    const { order, newer } = await refusedAndSentAgain();
    expect((await again(order)).nextPollAt).toEqual(expect.any(Date));
    await checkOrderStatus(job, order);
    expect((await again(order)).nextPollAt).toEqual(expect.any(Date));

    await hear(order, "SUCCESS");
    expect(await again(order)).toMatchObject({ submission: "accepted", discrepancyKind: "double" });
    expect(await again(newer)).toMatchObject({ submission: "stopped", discrepancyKind: "double" });
    expect((await onToday()).toSorted()).toEqual([order.referenceId, newer.referenceId]);
  });

  test("that is paid after a user has resolved it needs action again", async () => {
    const { order, newer } = await refusedAndSentAgain();
    await hear(order, "SUCCESS");
    for (const one of [order, newer]) expect(await resolve(one, "not_moved")).toMatchObject({ ok: true });
    await hear(order, "PENDING");
    expect(await onToday()).toEqual([]);
    await hear(order, "COMPLETED");
    expect(await onToday()).toEqual([order.referenceId]);
    expect(await resolve(order, "moved_once")).toMatchObject({ ok: true });
  });
});

test("one of two orders moved the money, as was found, and the other ends unpaid: no news", async () => {
  const { order, newer } = await refusedAndSentAgain();
  await context.db.update(transactions).set({ submission: "accepted" }).where(eq(transactions.id, newer.id));
  await hear(newer, "COMPLETED");
  await hear(order, "PENDING");
  expect((await onToday()).toSorted()).toEqual([order.referenceId, newer.referenceId]);
  for (const one of [order, newer]) expect(await resolve(one, "moved_once")).toMatchObject({ ok: true });
  await hear(order, "FAILED");
  expect(await onToday()).toEqual([]);
});

describe("the money moved once, as was found, and no order of the pair can have moved it", () => {
  const moved = async (orders: Order[]) => {
    for (const one of orders) expect(await resolve(one, "moved_once")).toMatchObject({ ok: true });
    expect(await onToday()).toEqual([]);
  };

  test("the newer one was stopped", async () => {
    const { order, newer } = await refusedAndSentAgain();
    await hear(order, "PENDING");
    expect(await again(newer)).toMatchObject({ submission: "stopped" });
    await moved([order, newer]);
    await hear(order, "FAILED");
    expect(await onToday()).toEqual([order.referenceId]);
  });

  test("both have left and end unpaid: the second of them is news, whichever it is", async () => {
    for (const isNewerLast of [true, false]) {
      const { order, newer } = await refusedAndSentAgain();
      await context.db.update(transactions).set({ submission: "accepted" }).where(eq(transactions.id, newer.id));
      for (const one of [newer, order]) await hear(one, "PENDING");
      await moved([order, newer]);
      const [first, last] = isNewerLast ? [order, newer] : [newer, order];
      await hear(first, "FAILED");
      expect(await onToday()).toEqual([]);
      await hear(last, "FAILED");
      expect(await onToday()).toEqual([last.referenceId]);
      expect(await resolve(last, "not_moved")).toMatchObject({ ok: true });
    }
  });

  test("the other one was found not to have moved it, and is still open", async () => {
    const { order, newer } = await refusedAndSentAgain();
    await context.db.update(transactions).set({ submission: "accepted" }).where(eq(transactions.id, newer.id));
    for (const one of [newer, order]) await hear(one, "SUCCESS");
    expect(await resolve(order, "moved_once")).toMatchObject({ ok: true });
    expect(await resolve(newer, "not_moved")).toMatchObject({ ok: true });
    await hear(order, "FAILED");
    await hear(newer, "FAILED");
    expect(await onToday()).toEqual([order.referenceId]);
  });

  test("there is no other", async () => {
    const order = await requested(context);
    await hear(order, "PENDING");
    await moved([order]);
    await hear(order, "FAILED");
    expect(await onToday()).toEqual([order.referenceId]);
  });
});

test("reports and resolutions cannot be changed", async () => {
  const order = await orderWithDiscrepancy();
  await resolve(order, "moved_once");
  for (const table of [discrepancies, discrepancyResolutions]) {
    await expect(context.db.delete(table)).rejects.toThrow();
    await expect(context.db.update(table).set({ at: new Date(0) })).rejects.toThrow();
  }
});
