import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deposits } from "@/drizzle/schema/deposits";
import { transactions } from "@/drizzle/schema/transactions";
import { Forbidden } from "@/lib/auth/context";
import { reissueDeposit, requestDeposit } from "@/lib/deposits/commands";
import { type DepositForm, depositInput } from "@/lib/deposits/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { typedDeposit } from "../../support/forms";
import { listDeposits } from "../../support/lists";
import { jobsFor, requested, requestedDeposit } from "../../support/orders";
import { auditEventsAbout } from "../../support/team";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const request = async (more: Partial<DepositForm> = {}) =>
  requestDeposit(await context.as("support"), depositInput.parse(typedDeposit(more)));

describe("requesting a deposit", () => {
  test("writes down the intent, the audit line and the job to send it, all or nothing", async () => {
    const order = await requestedDeposit(context);
    expect(order).toMatchObject({
      ...{ type: "DEPOSIT", currency: "JPY", amount: "5000", submission: "queued", status: null },
      referenceId: expect.stringMatching(/^DP-\d{8}-[0-9A-Z]{8}$/),
      callbackToken: expect.stringMatching(/^[0-9a-f]{48}$/),
    });
    expect(await jobsFor(context, order.id)).toEqual(["send-deposit"]);
    const events = await auditEventsAbout(context, order.referenceId);
    expect(events).toMatchObject([{ action: "deposit.requested", actorName: "support", environment: "sandbox" }]);
  });

  test("the same form twice at the same time is one deposit", async () => {
    const formId = randomUUID();
    const made = await Promise.all(Array.from({ length: 8 }, () => request({ formId })));
    expect(new Set(made.map((one) => one.ok && one.value.referenceId)).size).toBe(1);
    expect(await context.db.$count(deposits, eq(deposits.formId, formId))).toBe(1);
  });

  test("a used form with other terms makes nothing, and says which deposit it made", async () => {
    const formId = randomUUID();
    const first = await request({ formId });
    expect(await request({ formId, payerAccountName: "サトウ　ハナコ" })).toEqual({
      ok: false,
      error: { kind: "form_used", referenceId: first.ok && first.value.referenceId },
    });
  });

  test.each(["finance", "approver"] as const)("%s may not, and may not create one again", async (role) => {
    const before = await context.db.$count(transactions);
    const ctx = await context.as(role);
    await expect(requestDeposit(ctx, depositInput.parse(typedDeposit()))).rejects.toThrow(Forbidden);
    await expect(reissueDeposit(ctx, { referenceId: "unknown" })).rejects.toThrow(Forbidden);
    expect(await context.db.$count(transactions)).toBe(before);
  });

  test("support may create deposits, and still no withdrawal", async () => {
    await expect(requestedDeposit(context)).resolves.toMatchObject({ type: "DEPOSIT" });
    const order = await requested(context);
    expect(await reissueDeposit(await context.as("support"), order)).toEqual({
      ok: false,
      error: { kind: "not_held" },
    });
  });

  test("the list has deposits and nothing else, newest first, each with who asked for it", async () => {
    await requested(context);
    context.clock.now = new Date(context.clock.now.getTime() + 1_000);
    const order = await requestedDeposit(context, { amount: "7,700" });
    const rows = await listDeposits(await context.as("finance"), { show: "all" });
    expect(rows[0]).toMatchObject({
      referenceId: order.referenceId,
      party: { name: "ヤ•••", bank: null, account: null },
      requestedBy: "support",
    });
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(["DEPOSIT"]));
  });
});

describe("what was typed", () => {
  const problemsOf = (more: Partial<DepositForm>) => {
    const read = depositInput.safeParse(typedDeposit(more));
    return read.success
      ? {}
      : Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join("."), message]));
  };

  test.each<[Partial<DepositForm>, Record<string, string>]>([
    [{ amount: "" }, { amount: "required" }],
    [{ amount: "100.5" }, { amount: "amountDecimals" }],
    [{ amount: "-100" }, { amount: "amountSigned" }],
    [{ amount: "0" }, { amount: "amountZero" }],
    [{ playerId: "　" }, { playerId: "required" }],
    [{ playerId: "p-1\u0000" }, { playerId: "unusableCharacter" }],
    [{ payerAccountName: "ヤマダ\u0000" }, { payerAccountName: "unusableCharacter" }],
    [{ payerAccountName: "あ".repeat(101) }, { payerAccountName: "tooLong:100" }],
    [{ payerAccount: "1".repeat(41) }, { payerAccount: "tooLong:40" }],
    [{ currency: "THB", payerBankCode: "\u202eBBL" }, { payerBankCode: "unusableCharacter" }],
    [{ currency: "EUR" }, { currency: "currency" }],
    [{ formId: "1" }, { formId: "Invalid UUID" }],
  ])("%j is refused", (more, problems) => {
    expect(problemsOf(more)).toEqual(problems);
  });

  test.each([
    ["ﾔﾏﾀﾞ ﾀﾛｳ", "ヤマダ　タロウ"],
    ["やまだ　たろう", "ヤマダ　タロウ"],
    // Katakana is recommended only: a name never prevents a deposit.
    ["山田 太郎", "山田 太郎"],
    ["YAMADA TARO", "ＹＡＭＡＤＡ　ＴＡＲＯ"],
    ["", ""],
    ["　", ""],
  ])("the payer %j of a deposit in yen is sent as %j", (payerAccountName, sent) => {
    expect(depositInput.parse(typedDeposit({ payerAccountName }))).toMatchObject({ payerAccountName: sent });
  });

  test("a bank is sent in baht only, even if the form holds one", () => {
    expect(depositInput.parse(typedDeposit({ payerBankCode: "BBL" }))).not.toHaveProperty("payerBankCode");
    expect(depositInput.parse(typedDeposit({ currency: "THB", payerBankCode: "BBL" }))).toMatchObject({
      payerBankCode: "BBL",
    });
  });
});
