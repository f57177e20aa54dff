import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { requested } from "../../support/orders";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

/** An account that no other test here pays to. */
let account = 2_000_000;
beforeEach(() => {
  account += 1;
});
const here = (more: Record<string, string> = {}) => ({
  destinationAccount: String(account),
  amount: "150000",
  ...more,
});

const approvalOf = async (referenceId: string, role: "approver" | "viewer" | "ops" = "approver") =>
  (await getTransaction(await context.as(role), { referenceId }))!.withdrawal!.approval!;
const sayNo = async (referenceId: string, decision: "sent_back" | "declined", reason: string) => {
  const approver = await context.as("approver");
  const { digest } = (await getTransaction(approver, { referenceId }))!.withdrawal!;
  return decideWithdrawal(approver, { referenceId, digest: digest!, decision, reason });
};

test("the first payout to an account is shown as such to the approver", async () => {
  const { referenceId } = await requested(context, here());
  expect((await approvalOf(referenceId)).advice).toEqual([{ kind: "never_paid" }]);
});

test("another request of the same amount and another holder are pointed out, not the order itself", async () => {
  const first = await requested(context, here({ destinationAccountName: "スズキ　ハナコ" }));
  const second = await requested(context, here());
  const { referenceId, createdAt } = first;
  expect((await approvalOf(second.referenceId)).advice).toEqual([
    { kind: "repeat", referenceId, at: createdAt.toISOString() },
    { kind: "other_holder", holder: "スズキ　ハナコ", referenceId },
    { kind: "never_paid" },
  ]);
});

test("an account that was paid before raises no warning, however old the payout is", async () => {
  const paid = await requested(context, here({ amount: "9000" }));
  await context.db
    .update(transactions)
    .set({ submission: "accepted", status: "COMPLETED" })
    .where(eq(transactions.id, paid.id));
  const { referenceId } = await requested(context, here());
  expect((await approvalOf(referenceId)).advice).toEqual([]);
});

test("a corrected request says what it changes, and why the earlier one was sent back", async () => {
  const { referenceId: earlier } = await requested(context, here());
  await sayNo(earlier, "sent_back", "wrong branch and amount");
  const form = typedForm(
    here({ amount: "140,000", destinationBranchCode: "002", destinationBranchName: "丸の内支店" }),
  );
  const made = await requestWithdrawal(
    await context.as("ops"),
    withdrawalInput.parse({ ...form, branchAsTyped: "yes", corrects: earlier }),
  );
  if (!made.ok) throw new Error(made.error.kind);
  const { referenceId } = made.value;
  const { correction } = await approvalOf(referenceId);
  expect(correction).toEqual({
    referenceId: earlier,
    submission: "sent_back",
    status: null,
    refused: [{ by: "approver", decision: "sent_back", reason: "wrong branch and amount" }],
    differences: [
      { field: "amount", before: "150000", now: "140000" },
      { field: "branch", before: "001 本店", now: "002 丸の内支店" },
    ],
  });
  // What it stands in place of came to nothing and is no repeat.
  expect((await approvalOf(referenceId)).advice).toEqual([{ kind: "never_paid" }]);
});

test("who sees accounts masked sees neither, as both hold them", async () => {
  const first = await requested(context, here({ destinationAccountName: "スズキ　ハナコ" }));
  await sayNo(first.referenceId, "declined", "no");
  const { referenceId } = await requested(context, here());
  expect(await approvalOf(referenceId, "viewer")).toMatchObject({ advice: [], correction: null });
});
