import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { adviceFor } from "@/lib/withdrawals/advice";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { advisedTerms, withdrawalInput } from "@/lib/withdrawals/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { orderOf, requested } from "../../support/orders";
import { auditEventsAbout } from "../../support/team";

let context: TestContext;
let ops: Ctx;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.pool.query("truncate balance_snapshots");
  await context.db.update(transactions).set({ submission: "stopped" });
  ops = await context.as("ops");
});

/** The service said so, so many minutes ago. */
const available = (amount: string, minutesAgo = 0) => {
  const at = new Date(context.clock.now.getTime() - minutesAgo * 60_000);
  const seen = { firstSeenAt: at, lastSeenAt: at };
  return context.db
    .insert(balanceSnapshots)
    .values({ environment: "sandbox", currency: "JPY", available: amount, ledger: amount, ...seen });
};
const request = (more: Record<string, string> = {}) =>
  requestWithdrawal(ops, withdrawalInput.parse({ ...typedForm({ amount: "12000" }), ...more }));
const shortAdvice = async () =>
  (await adviceFor(ops, advisedTerms.parse(typedForm({ amount: "12000" })))).filter(
    ({ kind }) => kind === "exceeds_balance",
  );

describe("a withdrawal that the available balance does not cover", () => {
  test("is refused with the figures, and nothing is made", async () => {
    await available("11999");
    const asOf = context.clock.now.toISOString();
    const figures = { currency: "JPY", needed: "12000", available: "11999", fee: null, waiting: "0", asOf };
    expect(await shortAdvice()).toEqual([{ kind: "exceeds_balance", ...figures }]);
    const before = await context.db.$count(transactions);
    expect(await request()).toEqual({ ok: false, error: { kind: "exceeds_balance", ...figures } });
    expect(await context.db.$count(transactions)).toBe(before);
  });

  test("counts the fee last asked for one of its size, and what waits to be sent", async () => {
    await available("30000");
    const small = await requested(context, { amount: "9000" });
    await context.db
      .update(transactions)
      .set({ submission: "accepted", fee: "999" })
      .where(eq(transactions.id, small.id));
    const alike = await requested(context, { amount: "50000", shortfallReason: "a fee is needed" } as never);
    await context.db
      .update(transactions)
      .set({ submission: "accepted", fee: "330" })
      .where(eq(transactions.id, alike.id));
    await requested(context, { amount: "17671", destinationAccount: "7654321" });
    expect(await shortAdvice()).toMatchObject([{ needed: "30001", fee: "330", waiting: "17671" }]);
    expect(await request()).toMatchObject({ ok: false, error: { kind: "exceeds_balance" } });
  });

  test("counts what left after the balance was reported, with any outcome, but not what is known to be unpaid", async () => {
    await available("30000");
    const left = async (amount: string, submission: "unknown" | "submitting" | "accepted", minutesAgo: number) => {
      const order = await requested(context, { amount, shortfallReason: "waits" } as never);
      await context.db.update(transactions).set({ submission }).where(eq(transactions.id, order.id));
      const claimedAt = new Date(context.clock.now.getTime() - minutesAgo * 60_000);
      const sent = { number: 1, nonce: "n", signedAt: claimedAt, path: "/withdraw", body: "{}", claimedAt };
      await context.db.insert(attempts).values({ ...sent, transactionRow: order.id });
      return order;
    };
    await left("10000", "unknown", 0);
    await left("7000", "accepted", 0);
    await left("1001", "submitting", 0);
    const failed = await left("500", "accepted", 0);
    await context.db.update(transactions).set({ status: "FAILED" }).where(eq(transactions.id, failed.id));
    // The service knew of it when it reported the balance, if ever.
    await left("4000", "unknown", 1);
    expect(await shortAdvice()).toMatchObject([{ waiting: "18001" }]);
  });

  test("is made with a reason, which the approver and the audit log have", async () => {
    await available("100000");
    const shortfallReason = "the top-up of today arrives before noon";
    const made = await request({ amount: "150000", shortfallReason });
    if (!made.ok) throw new Error(made.error.kind);
    const { referenceId } = made.value;
    const approver = await context.as("approver");
    const { approval } = (await getTransaction(approver, { referenceId }))!.withdrawal!;
    expect(approval).toMatchObject({ shortfallReason, mine: "may_decide" });
    expect(approval!.advice.map(({ kind }) => kind)).toContain("exceeds_balance");
    const [line] = await auditEventsAbout(context, referenceId);
    expect(line).toMatchObject({ action: "withdrawal.requested", detail: { reason: shortfallReason } });
  });

  test("the same form again finds what it made, at any later balance", async () => {
    await available("50000");
    const form = withdrawalInput.parse(typedForm({ amount: "20000" }));
    const made = await requestWithdrawal(ops, form);
    await context.pool.query("truncate balance_snapshots");
    await available("1");
    expect(await requestWithdrawal(ops, form)).toEqual(made);
  });

  test("needs no reason where it is covered, and keeps none", async () => {
    await available("20000");
    const made = await request({ shortfallReason: "not_needed" });
    if (!made.ok) throw new Error(made.error.kind);
    const { id } = await orderOf(context, made.value.referenceId);
    const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, id));
    expect(intent?.shortfallReason).toBeNull();
  });

  test.each([
    ["never known", null],
    ["old", 11],
  ] as const)("is left to the service where the balance is %s", async (_is, age) => {
    if (age !== null) await available("1", age);
    expect(await shortAdvice()).toEqual([]);
    expect(await request()).toMatchObject({ ok: true });
  });
});
