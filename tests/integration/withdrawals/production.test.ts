import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { reissueWithdrawal, requestWithdrawal } from "@/lib/withdrawals/commands";
import { decisionInput, withdrawalInput } from "@/lib/withdrawals/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { ownAccount, typedForm } from "../../support/forms";
import { orderOf } from "../../support/orders";
import { openService, type Service } from "../../support/service";
import { auditEventsAbout } from "../../support/team";

let service: Service;
let context: TestContext;
beforeAll(async () => {
  service = await openService();
  context = await openTestContext(service, { environment: "production" });
});
afterAll(async () => {
  await context.close();
  await service.close();
});

const request = async (amountAgain: string | undefined, form = typedForm()) =>
  requestWithdrawal(await context.as("ops"), withdrawalInput.parse({ ...form, amountAgain }));

async function requested() {
  const made = await request("12,000", typedForm(ownAccount()));
  if (!made.ok) throw new Error(made.error.kind);
  const order = await orderOf(context, made.value.referenceId);
  const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, order.id));
  return { ...order, digest: intent!.digest };
}

const differs = { ok: false, error: { kind: "amount_differs" } };
const held = () => context.db.$count(transactions);

describe("in production, where real money moves", () => {
  test.each([undefined, "", "1,200", "120,00", "-12,000", "twelve thousand"])(
    "a withdrawal of ¥12,000 is not made where the amount is typed again as %j",
    async (again) => {
      const before = await held();
      expect(await request(again)).toEqual(differs);
      expect(await held()).toBe(before);
    },
  );

  test.each(["12000", "12,000", "１２，０００", " 12000 "])(
    "typed again as %j, it is the same amount",
    async (again) => {
      expect(await request(again)).toMatchObject({ ok: true });
    },
  );

  test("in another currency the second typing is read as an amount of that currency", async () => {
    const baht = typedForm({ currency: "THB", amount: "100.50", destination: "BBL" });
    expect(await request("100.5", baht)).toMatchObject({ ok: true });
    expect(await request("100.51", { ...baht, formId: crypto.randomUUID() })).toEqual(differs);
  });

  test("an approval without the amount, or with another, approves nothing", async () => {
    const { referenceId, digest } = await requested();
    const approver = await context.as("approver");
    const approve = (amountAgain?: string) =>
      decideWithdrawal(approver, decisionInput.parse({ referenceId, digest, decision: "approved", amountAgain }));
    for (const again of [undefined, "", "12,001"]) expect(await approve(again)).toEqual(differs);
    expect(await orderOf(context, referenceId)).toMatchObject({ submission: "awaiting_approval" });
    expect(await approve("12,000")).toEqual({ ok: true, value: { submission: "queued" } });
    const events = await auditEventsAbout(context, referenceId);
    expect(events.map(({ action }) => action)).toEqual(["withdrawal.requested", "withdrawal.approved"]);
  });

  test("to decline moves no money, so nothing is typed again", async () => {
    const { referenceId, digest } = await requested();
    const decision = { referenceId, digest, decision: "declined", reason: "請求書がありません" } as const;
    expect(await decideWithdrawal(await context.as("approver"), decision)).toMatchObject({ ok: true });
  });

  test("a refused one is sent again only with the amount typed again", async () => {
    const { id, referenceId } = await requested();
    await context.db.update(transactions).set({ submission: "rejected" }).where(eq(transactions.id, id));
    const ops = await context.as("ops");
    expect(await reissueWithdrawal(ops, { referenceId })).toEqual(differs);
    expect(await reissueWithdrawal(ops, { referenceId, amountAgain: "12000" })).toMatchObject({ ok: true });
  });
});

test("in the sandbox no amount is typed twice", async () => {
  const sandbox = await openTestContext();
  expect(await requestWithdrawal(await sandbox.as("ops"), withdrawalInput.parse(typedForm()))).toMatchObject({
    ok: true,
  });
  await sandbox.close();
});
