import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { takeBackBatch } from "@/lib/batches/approvals";
import { adviceFor, adviceOn } from "@/lib/withdrawals/advice";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { advisedTerms, withdrawalInput } from "@/lib/withdrawals/schema";
import { requestAsSeen, uploaded } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { requested } from "../../support/orders";

let context: TestContext;
beforeEach(async () => {
  context = await openTestContext();
});
afterEach(() => context.close());

const account = "1234567";
const here = () => ({ destinationAccount: account });
const advice = async (more: Partial<ReturnType<typeof typedForm>> = {}) =>
  adviceFor(await context.as("ops"), advisedTerms.parse(typedForm({ ...here(), amount: "12000", ...more })));
const set = (id: string, submission: "unknown" | "not_created") =>
  context.db.update(transactions).set({ submission }).where(eq(transactions.id, id));

test("the same amount to the same account is not requested while an outcome is unknown, however it is typed", async () => {
  const { id, referenceId } = await requested(context, here());
  await set(id, "unknown");
  expect(await advice()).toEqual([{ kind: "unknown_outcome", referenceId }, { kind: "never_paid" }]);
  const ask = async (more: Partial<ReturnType<typeof typedForm>> = {}) =>
    requestWithdrawal(await context.as("ops"), withdrawalInput.parse(typedForm({ ...here(), ...more })));
  expect(await ask()).toEqual({ ok: false, error: { kind: "unknown_outcome", referenceId } });
  // However the account is written.
  expect(await ask({ destinationAccount: "１２３４５６７" })).toMatchObject({ error: { kind: "unknown_outcome" } });
  expect((await ask({ amount: "12001" })).ok).toBe(true);
  await set(id, "not_created");
  expect((await ask()).ok).toBe(true);
});

test("one that waits in a batch is pointed out, also to who approves this one", async () => {
  const row = { destinationAccount: String(account), amount: "150,000" };
  const batchId = await uploaded(context, [row]);
  expect(await requestAsSeen(context, batchId)).toMatchObject({ value: { state: "awaiting_approval" } });
  const inBatch = { kind: "in_batch", batchId, name: "payouts.csv" };
  expect(await advice({ amount: "150000" })).toContainEqual(inBatch);
  expect(await advice({ amount: "150001" })).toEqual([{ kind: "never_paid" }]);
  const order = await requested(context, { ...here(), amount: "150000" });
  const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, order.id));
  expect(await adviceOn(await context.as("approver"), order, intent!)).toContainEqual(inBatch);
  await takeBackBatch(await context.as("ops"), { batchId });
  expect((await advice({ amount: "150000" })).filter(({ kind }) => kind === "in_batch")).toEqual([]);
});
