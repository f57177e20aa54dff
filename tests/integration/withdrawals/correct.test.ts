import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import { getTransaction } from "@/lib/transaction-detail/queries";
import type { Submission } from "@/lib/transactions/submission/submission";
import { reissueWithdrawal, requestWithdrawal } from "@/lib/withdrawals/commands";
import { getTermsToCorrect } from "@/lib/withdrawals/queries";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { orderOf, requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";
import { auditEventsAbout } from "../../support/team";

let service: Service;
let context: TestContext;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
beforeEach(async () => {
  context = await openTestContext(service);
});
afterEach(() => context.close());

async function ended(submission: Submission) {
  const order = await requested(context, { amount: "688,000" });
  await context.db.update(transactions).set({ submission }).where(eq(transactions.id, order.id));
  return order;
}

const correct = async ({ referenceId }: { referenceId: string }, form = typedForm({ amount: "68,800" })) =>
  requestWithdrawal(await context.as("ops"), withdrawalInput.parse({ ...form, corrects: referenceId }));
const viewOf = async (referenceId: string) => (await getTransaction(await context.as("ops"), { referenceId }))!;

describe("a withdrawal that is requested again, corrected", () => {
  test.each(["sent_back", "withdrawn", "expired", "declined", "stopped", "rejected"] as const)(
    "is linked to the one that was %s, and both tell of each other",
    async (submission) => {
      const order = await ended(submission);
      context.clock.now = new Date(context.clock.now.getTime() + 60_000);
      const made = await correct(order);
      if (!made.ok) throw new Error(made.error.kind);
      const { referenceId } = made.value;
      expect(referenceId).not.toContain(order.referenceId);
      const [before, after] = [await viewOf(order.referenceId), await viewOf(referenceId)];
      expect([after.replaces, before.replacedBy]).toEqual([order.referenceId, referenceId]);
      expect(before.submission).toBe(submission);
      expect(before.timeline).toContainEqual(
        expect.objectContaining({ action: "withdrawal.replaced", by: "ops", detail: { by: referenceId } }),
      );
      expect(after.timeline[0]).toMatchObject({
        action: "withdrawal.requested",
        detail: { inPlaceOf: order.referenceId },
      });
    },
  );

  test("is in vain once each order of the chain that replaces the first one ended unpaid", async () => {
    const first = await ended("rejected");
    const set = (referenceId: string, to: Partial<typeof transactions.$inferInsert>) =>
      context.db.update(transactions).set(to).where(eq(transactions.referenceId, referenceId));
    const next = async (of: { referenceId: string }, amount: string) => {
      const made = await correct(of, typedForm({ amount }));
      if (!made.ok) throw new Error(made.error.kind);
      return made.value;
    };
    const isInVain = async ({ referenceId }: { referenceId: string }) => (await viewOf(referenceId)).isReplacedInVain;
    expect(await isInVain(first)).toBe(false);
    const second = await next(first, "68,801");
    expect(await isInVain(first)).toBe(false);
    await set(second.referenceId, { submission: "declined" });
    expect(await isInVain(first)).toBe(true);
    await set(second.referenceId, { submission: "rejected" });
    expect(await isInVain(first)).toBe(true);
    // Sent back, it is still to be corrected.
    await set(second.referenceId, { submission: "sent_back" });
    expect(await isInVain(first)).toBe(false);
    // The last one may still be paid.
    const third = await next(second, "68,802");
    expect([await isInVain(first), await isInVain(second)]).toEqual([false, false]);
    await set(third.referenceId, { submission: "accepted", status: "FAILED" });
    expect([await isInVain(first), await isInVain(second), await isInVain(third)]).toEqual([true, true, false]);
    // One between turns out to have been paid.
    await set(second.referenceId, { submission: "accepted", status: "COMPLETED" });
    expect([await isInVain(first), await isInVain(second)]).toEqual([false, true]);
  });

  test("is made once, in however many tabs it is corrected", async () => {
    const order = await ended("sent_back");
    const made = await Promise.all(Array.from({ length: 4 }, () => correct(order)));
    const first = made.find((one) => one.ok)!;
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    expect(made.filter(({ ok }) => !ok)).toEqual(
      Array(3).fill({ ok: false, error: { kind: "replaced", referenceId: first.ok && first.value.referenceId } }),
    );
    expect(await getTermsToCorrect(await context.as("ops"), order)).toBeNull();
  });

  test("pressed twice finds the one that it made", async () => {
    const order = await ended("sent_back");
    const form = typedForm({ amount: "68,800" });
    expect(await correct(order, form)).toEqual(await correct(order, form));
  });

  test.each(["awaiting_approval", "queued", "submitting", "accepted", "unknown", "not_created"] as const)(
    "is not made in place of one that is %s",
    async (submission) => {
      const order = await ended(submission);
      expect(await correct(order)).toEqual({ ok: false, error: { kind: "cannot_correct" } });
      expect(await context.db.$count(transactions)).toBe(1);
    },
  );

  test("does not replace one whose reports contradict each other, or an unknown one", async () => {
    const order = await ended("rejected");
    await context.db
      .update(transactions)
      .set({ discrepancyAt: context.clock.now })
      .where(eq(transactions.id, order.id));
    expect(await correct(order)).toEqual({ ok: false, error: { kind: "cannot_correct" } });
    expect(await correct({ referenceId: "WD-unknown" })).toEqual({ ok: false, error: { kind: "cannot_correct" } });
  });

  test("leaves nothing to be sent again, and the other way round", async () => {
    const corrected = await ended("rejected");
    await correct(corrected);
    expect(await reissueWithdrawal(await context.as("ops"), corrected)).toMatchObject({ error: { kind: "replaced" } });

    const reissued = await ended("rejected");
    await reissueWithdrawal(await context.as("ops"), reissued);
    expect(await correct(reissued)).toMatchObject({ error: { kind: "replaced" } });
    const events = await auditEventsAbout(context, reissued.referenceId);
    expect(events.at(-1)).toMatchObject({
      action: "withdrawal.replaced",
      detail: { by: (await orderOf(context, `${reissued.referenceId}-2`)).referenceId },
    });
  });
});
