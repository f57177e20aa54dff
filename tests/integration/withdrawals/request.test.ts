import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import { Forbidden } from "@/lib/auth/context";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { type WithdrawalForm, withdrawalInput } from "@/lib/withdrawals/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { listWithdrawals } from "../../support/lists";
import { jobsFor, requested } from "../../support/orders";
import { auditEventsAbout } from "../../support/team";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const request = async (more: Partial<WithdrawalForm> = {}) =>
  requestWithdrawal(await context.as("ops"), withdrawalInput.parse(typedForm(more)));

describe("requesting a withdrawal", () => {
  test("writes down the intent, the audit line and the job to send it, all or nothing", async () => {
    const order = await requested(context);
    expect(order).toMatchObject({
      type: "WITHDRAW",
      currency: "JPY",
      amount: "12000",
      submission: "queued",
      status: null,
    });
    expect(await jobsFor(context, order.id)).toEqual(["send-withdrawal"]);
    const events = await auditEventsAbout(context, order.referenceId);
    expect(events).toMatchObject([{ action: "withdrawal.requested", actorName: "ops", environment: "sandbox" }]);
  });

  test("the same form twice at the same time is one withdrawal", async () => {
    const formId = randomUUID();
    const made = await Promise.all(Array.from({ length: 8 }, () => request({ formId })));
    const references = new Set(made.map((one) => one.ok && one.value.referenceId));
    expect(references.size).toBe(1);
    const [referenceId] = references;
    const rows = await context.db
      .select()
      .from(transactions)
      .where(eq(transactions.referenceId, String(referenceId)));
    expect(rows).toHaveLength(1);
    expect(await jobsFor(context, rows[0]!.id)).toHaveLength(1);
  });

  test("a used form with other terms makes nothing, and says which withdrawal it made", async () => {
    const formId = randomUUID();
    const first = await request({ formId });
    const second = await request({ formId, amount: "13000" });
    expect(second).toEqual({
      ok: false,
      error: { kind: "form_used", referenceId: first.ok && first.value.referenceId },
    });
  });

  test.each(["support", "finance", "approver"] as const)("%s may not", async (role) => {
    const before = await context.db.$count(transactions);
    const ctx = await context.as(role);
    await expect(requestWithdrawal(ctx, withdrawalInput.parse(typedForm()))).rejects.toThrow(Forbidden);
    expect(await context.db.$count(transactions)).toBe(before);
  });

  test("support sees that it exists, and neither the whole account nor the whole name", async () => {
    await requested(context);
    const [row] = await listWithdrawals(await context.as("support"), { show: "all" });
    expect(row!.party).toMatchObject({ account: "•••456", name: "ヤ•••" });
    const [whole] = await listWithdrawals(await context.as("ops"), { show: "all" });
    expect(whole!.party).toMatchObject({ account: "0123456" });
  });
});

describe("a name that is not the directory's for its code", () => {
  const bank = { destination: "0006" };
  const branch = { destinationBranchName: "丸の内支店" };
  const unknown = { destination: "9999", destinationName: "新しい銀行" };

  test.each<[Partial<WithdrawalForm>, string]>([
    [bank, "bankAsTyped"],
    [unknown, "bankAsTyped"],
    [branch, "branchAsTyped"],
    [{ destinationBranchCode: "999" }, "branchAsTyped"],
    [{ ...branch, bankAsTyped: "yes" }, "branchAsTyped"],
  ])("is not requested unless it was confirmed: %j", async (typed, field) => {
    const before = await context.db.$count(transactions);
    const made = await request(typed);
    expect(made).toMatchObject({ ok: false, error: { kind: "invalid", fields: { [field]: "asTyped" } } });
    expect(await context.db.$count(transactions)).toBe(before);
  });

  test.each<[Partial<WithdrawalForm>, string[]]>([
    [{ ...branch, branchAsTyped: "yes" }, ["branch_name_as_typed"]],
    [{ ...unknown, bankAsTyped: "yes" }, ["bank_unknown"]],
    [{ destinationName: "三菱ＵＦＪ銀行" }, []],
    [{ bankAsTyped: "yes", branchAsTyped: "yes" }, []],
  ])("is warned of where it was confirmed, on the order and in the audit log: %j", async (typed, warnings) => {
    const { referenceId } = await requested(context, typed);
    const order = await getTransaction(await context.as("approver"), { referenceId });
    expect(order?.withdrawal?.recipient).toMatchObject({ warnings, passbook: null });
    const [line] = await auditEventsAbout(context, referenceId);
    expect(line?.detail.warnings ?? []).toEqual(warnings);
  });
});

test("the passbook that an account was converted from is on the order, and masked as accounts are", async () => {
  const yucho = { destination: "9900", destinationName: "ゆうちょ銀行" };
  const converted = { destinationBranchCode: "408", destinationBranchName: "四〇八", destinationAccount: "1234567" };
  const passbook = { yuchoSymbol: "14030", yuchoNumber: "12345671", yuchoSavings: "no" };
  const { referenceId } = await requested(context, { ...yucho, ...converted, ...passbook });
  const seenBy = async (role: "approver" | "support") =>
    (await getTransaction(await context.as(role), { referenceId }))?.withdrawal?.recipient.passbook;
  expect(await seenBy("approver")).toEqual({ symbol: "14030", number: "12345671" });
  expect((await seenBy("support"))?.number).toBe("•••671");
});

describe("what was typed", () => {
  const problemsOf = (more: Partial<WithdrawalForm>) => {
    const read = withdrawalInput.safeParse(typedForm(more));
    return read.success
      ? {}
      : Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join("."), message]));
  };

  test.each<[Partial<WithdrawalForm>, Record<string, string>]>([
    [{ amount: "" }, { amount: "required" }],
    [{ amount: "100.5" }, { amount: "amountDecimals" }],
    [{ amount: "1e3" }, { amount: "amountNotANumber" }],
    [{ amount: "-100" }, { amount: "amountSigned" }],
    [{ amount: "0" }, { amount: "amountZero" }],
    [{ amount: "1,00" }, { amount: "amountComma" }],
    [{ destination: "005" }, { destination: "bankCode" }],
    [{ destination: "三菱" }, { destination: "bankCode" }],
    [{ destinationBranchCode: "1" }, { destinationBranchCode: "branchCode" }],
    [{ destinationAccount: "012a3456" }, { destinationAccount: "accountNumber" }],
    [{ destinationAccount: "01234567" }, { destinationAccount: "accountNumber" }],
    [{ destinationAccountType: "4" }, { destinationAccountType: "accountType" }],
    [{ destinationAccountName: "　" }, { destinationAccountName: "required" }],
    [{ destinationAccountName: "ヤマダ\u0000" }, { destinationAccountName: "accountName" }],
    [{ destinationAccountName: "ヤマダ\ud800" }, { destinationAccountName: "accountName" }],
    [{ destinationAccountName: "山田太郎" }, { destinationAccountName: "accountName" }],
    [{ destinationAccountName: "ヤマダ・タロウ" }, { destinationAccountName: "accountName" }],
    [{ destinationAccountName: "ヤマダ-タロウ" }, { destinationAccountName: "nameUnconfirmed" }],
    [{ destinationAccountName: "株式会社ヤマダ" }, { destinationAccountName: "nameUnconfirmed" }],
    [{ yuchoSymbol: "14030", yuchoNumber: "12345671", yuchoSavings: "no" }, { yuchoNumber: "yuchoUnconverted" }],
    [{ destinationAccountName: "ガ".repeat(25) }, { destinationAccountName: "accountNameTooLong" }],
    [{ currency: "THB", destinationAccountName: "\u202eSomchai" }, { destinationAccountName: "unusableCharacter" }],
    [{ destination: "9900", destinationBranchCode: "140" }, { destinationBranchCode: "yuchoBranch" }],
    [{ destination: "9900", destinationBranchCode: "019" }, { destinationAccountType: "yuchoType" }],
    [{ playerId: "p".repeat(10_000) }, { playerId: "tooLong:128" }],
    [{ currency: "XYZ" }, { currency: "currency" }],
    [{ currency: "THB", amount: "10.505" }, { amount: "amountDecimals" }],
  ])("%j is a problem of one field", (typed, problems) => expect(problemsOf(typed)).toEqual(problems));

  test.each<[Partial<WithdrawalForm>, Record<string, string>]>([
    [{ amount: "１２，０００" }, { amount: "12000" }],
    [{ amount: " 12,000 " }, { amount: "12000" }],
    [{ destination: "０００５" }, { destination: "0005" }],
    [{ destinationAccountName: " カ\u3099ンダ " }, { destinationAccountName: "ガンダ" }],
    [{ destinationAccountName: "\u200bﾔﾏﾀﾞ ﾀﾛｳ" }, { destinationAccountName: "ヤマダ　タロウ" }],
    [{ destinationAccount: " １２３-4５６ " }, { destinationAccount: "0123456" }],
    [{ destination: "9900", destinationBranchCode: "４０８" }, { destinationBranchCode: "408" }],
    [{ currency: "USDT", amount: "10.50", destination: "TRC20" }, { amount: "10.50" }],
  ])("%j is taken for what it means", (typed, meant) => {
    expect(withdrawalInput.parse(typedForm(typed))).toMatchObject(meant);
  });
});
