import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "@/drizzle/schema/users";
import type { Ctx } from "@/lib/auth/context";
import { decideBatch, requestBatch } from "@/lib/batches/approvals";
import { uploadBatch } from "@/lib/batches/drafts";
import { getBatch } from "@/lib/batches/queries";
import { formatAmount } from "@/lib/money/format";
import { DAY_MS } from "@/lib/time";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { batchFile, manyRows } from "../../support/batch-rows";
import { batchOf, requestAsSeen, uploaded } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";

let context: TestContext;
let ops: Ctx;
let approver: Ctx;

beforeAll(async () => {
  context = await openTestContext(undefined, { environment: "production" });
  [ops, approver] = [await context.as("ops"), await context.as("approver")];
});
afterAll(() => context.close());

let used = 0;

/** A batch that needs two approvals. */
async function waiting(count = 12): Promise<string> {
  used += 10_000;
  const rows = manyRows(count, used).map((row) => ({ ...row, amount: "100,000" }));
  const batchId = await uploaded(context, rows);
  await requestAsSeen(context, batchId);
  expect(await batchOf(context, batchId)).toMatchObject({ state: "awaiting_approval", approversNeeded: 2 });
  return batchId;
}

/** Approves it, with the count as it is typed again. */
async function approve(ctx: Ctx, batchId: string, typed?: string) {
  const { root, totals } = await batchOf(context, batchId);
  const [{ currency = "", amount = "", count = 0 } = {}] = totals ?? [];
  const again = { count: typed ?? String(count), amounts: { [currency]: formatAmount(amount, currency) } };
  return decideBatch(ctx, { batchId, decision: "approved", digest: root ?? "", again });
}

const change = ({ actor }: Ctx, to: Partial<typeof users.$inferInsert>) =>
  context.db.update(users).set(to).where(eq(users.id, actor.id));

const pass = (ms = 1_000) => {
  context.clock.now = new Date(context.clock.now.getTime() + ms);
};

test("an approver sees that the requester is new or requests for the first time, or may not request any more", async () => {
  const requester = async (batchId: string) => (await getBatch(approver, { batchId }))?.requester;
  expect(await requester(await waiting())).toEqual({
    problem: null,
    isFirstRequest: true,
    isNewAccount: true,
    shares: null,
  });
  await change(ops, { createdAt: new Date(context.clock.now.getTime() - 8 * DAY_MS) });
  pass();
  const batchId = await waiting();
  expect(await requester(batchId)).toEqual({ problem: null, isFirstRequest: false, isNewAccount: false, shares: null });
  await change(ops, { disabledAt: context.clock.now });
  expect(await requester(batchId)).toMatchObject({ problem: "requester_inactive" });
  await change(ops, { disabledAt: null, role: "viewer" });
  expect(await requester(batchId)).toMatchObject({ problem: "requester_not_permitted" });
  await change(ops, { role: "ops" });
  await approve(approver, batchId);
  await approve(await context.as("admin"), batchId);
  expect(await requester(batchId)).toBeNull();

  // Of a payout as well, a batch is an earlier request. The tests' database has payouts requested a day before they are.
  pass(2 * DAY_MS);
  const typed = { ...typedForm({ amount: "688,000" }), amountAgain: "688,000" };
  const made = await requestWithdrawal(ops, withdrawalInput.parse(typed));
  const payout = made.ok ? await getTransaction(approver, made.value) : null;
  expect(payout?.withdrawal?.approval?.requester).toMatchObject({ isFirstRequest: false });
});

test("the first request in production is one, in spite of what was tried in the sandbox", async () => {
  const payoutBy = async (ctx: Ctx) => {
    const typed = { ...typedForm({ amount: "688,001" }), amountAgain: "688,001" };
    const made = await requestWithdrawal(ctx, withdrawalInput.parse(typed));
    if (!made.ok) throw new Error(made.error.kind);
    return made.value;
  };
  const batchBy = async (ctx: Ctx) => {
    used += 10_000;
    const bytes = batchFile(manyRows(2, used).map((row) => ({ ...row, amount: "300,000" })));
    const made = await uploadBatch(ctx, { bytes, name: "payouts.csv" });
    if (!made.ok) throw new Error(made.error.kind);
    const { batchId } = made.value;
    await requestBatch(ctx, { batchId, edits: (await batchOf(context, batchId)).edits });
    return { batchId };
  };
  const [one, another] = [await context.another("ops"), await context.another("admin")];
  for (const ctx of [one, another]) {
    await payoutBy({ ...ctx, environment: "sandbox" });
    await batchBy({ ...ctx, environment: "sandbox" });
  }
  pass(8 * DAY_MS);
  const seen = { problem: null, isFirstRequest: true, isNewAccount: false, shares: null };
  const payout = await getTransaction(approver, await payoutBy(one));
  expect(payout?.withdrawal?.approval?.requester).toEqual(seen);
  expect((await getBatch(approver, await batchBy(another)))?.requester).toEqual(seen);
});

test("the count may be typed again as the button has it", async () => {
  const batchId = await waiting(1_000);
  for (const wrong of ["1,001", "1.000", "10,00 0", ""]) {
    expect(await approve(approver, batchId, wrong), wrong).toMatchObject({ error: { kind: "amount_differs" } });
  }
  expect(await approve(approver, batchId, " １，０００ ")).toMatchObject({ ok: true });
  expect(await approve(await context.as("admin"), batchId, "1,000")).toMatchObject({ value: { state: "sending" } });
});

test("an approval of a user who has lost the right to it is shown as one that does not count, until the batch has left", async () => {
  const batchId = await waiting();
  const admin = await context.as("admin");
  const decided = async () => (await getBatch(ops, { batchId }))?.decided.map(({ by, counts }) => [by, counts]);
  await approve(approver, batchId);
  expect(await decided()).toEqual([["approver", true]]);
  for (const gone of [{ disabledAt: context.clock.now }, { role: "viewer" as const, disabledAt: null }]) {
    await change(approver, gone);
    expect(await decided()).toEqual([["approver", false]]);
  }
  pass();
  expect(await approve(admin, batchId)).toMatchObject({ value: { state: "awaiting_approval" } });
  expect(await decided()).toEqual([
    ["approver", false],
    ["admin", true],
  ]);
  await change(approver, { role: "approver" });
  pass();
  expect(await approve(await context.another("approver"), batchId)).toMatchObject({ value: { state: "sending" } });
  await change(approver, { disabledAt: context.clock.now });
  expect(await decided()).toEqual([
    ["approver", true],
    ["admin", true],
    ["second-approver", true],
  ]);
  await change(approver, { disabledAt: null });
});
