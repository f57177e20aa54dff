import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import { adviceFor } from "@/lib/withdrawals/advice";
import { advisedTerms } from "@/lib/withdrawals/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { requested } from "../../support/orders";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

/** An account that no other test here pays to. */
let account = 1_000_000;
beforeEach(() => {
  account += 1;
});
const here = () => ({ destinationAccount: String(account) });

const advice = async (more: Partial<ReturnType<typeof typedForm>> = {}) =>
  adviceFor(await context.as("ops"), advisedTerms.parse({ ...typedForm({ ...here(), amount: "12000", ...more }) }));
const set = (id: string, values: Partial<typeof transactions.$inferInsert>) =>
  context.db.update(transactions).set(values).where(eq(transactions.id, id));

describe("before a withdrawal is sent, earlier payouts are compared", () => {
  test("an account without an earlier payout is shown as new", async () => {
    expect(await advice()).toEqual([{ kind: "never_paid" }]);
  });

  test("the same amount to the same account within a day is pointed out, with the order", async () => {
    const { referenceId, createdAt } = await requested(context, here());
    expect(await advice()).toContainEqual({ kind: "repeat", referenceId, at: createdAt.toISOString() });
    expect(await advice({ amount: "12001" })).toEqual([{ kind: "never_paid" }]);
    expect(await advice({ destinationBranchCode: "002" })).toEqual([{ kind: "never_paid" }]);
    expect(await advice({ destination: "0009" })).toEqual([{ kind: "never_paid" }]);
  });

  const twoDaysAgo = () => new Date(context.clock.now.getTime() - 48 * 60 * 60 * 1000);

  test.each(["COMPLETED", "FAILED"])("after a day, what ended as %s is no repeat any more", async (status) => {
    const { id } = await requested(context, here());
    await set(id, { createdAt: twoDaysAgo(), submission: "accepted", status });
    expect((await advice()).filter(({ kind }) => kind === "repeat")).toEqual([]);
  });

  test.each([
    ["awaiting_approval", null],
    ["queued", null],
    ["submitting", null],
    ["accepted", "SUCCESS"],
    ["accepted", "PENDING"],
  ] as const)("by any requester and at any time, one in flight is a repeat: %s %s", async (submission, status) => {
    const { id, referenceId } = await requested(context, here());
    await set(id, { createdAt: twoDaysAgo(), submission, status });
    const asked = { ...typedForm({ ...here(), amount: "12000" }) };
    const seen = await adviceFor(await context.as("admin"), advisedTerms.parse(asked));
    expect(seen).toContainEqual({ kind: "repeat", referenceId, at: twoDaysAgo().toISOString() });
  });

  test("one that the service refused is no repeat: it is meant to be sent again", async () => {
    const { id } = await requested(context, here());
    await set(id, { submission: "rejected" });
    expect(await advice()).toEqual([{ kind: "never_paid" }]);
  });

  test.each(["sent_back", "declined", "withdrawn", "expired"] as const)(
    "one that was %s never left",
    async (submission) => {
      const { id } = await requested(context, here());
      await set(id, { submission });
      expect(await advice()).toEqual([{ kind: "never_paid" }]);
    },
  );

  test("one that waits for approval is a repeat already", async () => {
    const { id, referenceId } = await requested(context, here());
    await set(id, { submission: "awaiting_approval" });
    expect(await advice()).toMatchObject([{ kind: "repeat", referenceId }, { kind: "never_paid" }]);
  });

  test("an account that was paid before is not new, and only COMPLETED counts as paid", async () => {
    const { id } = await requested(context, { ...here(), amount: "5000" });
    await set(id, { status: "SUCCESS" });
    expect(await advice()).toEqual([{ kind: "never_paid" }]);
    await set(id, { status: "COMPLETED" });
    expect(await advice()).toEqual([]);
  });

  test("another holder of the same account is named", async () => {
    const { id, referenceId } = await requested(context, { ...here(), amount: "5000" });
    await set(id, { status: "COMPLETED" });
    expect(await advice({ destinationAccountName: "スズキ　ハナコ" })).toEqual([
      { kind: "other_holder", holder: "ヤマダ　タロウ", referenceId },
    ]);
  });

  test("the same holder in another width, size of kana or spacing is no other", async () => {
    const { id } = await requested(context, { ...here(), amount: "5000", destinationAccountName: "ヤマダ　シヨウジ" });
    await set(id, { status: "COMPLETED" });
    expect(await advice({ destinationAccountName: "ヤマダシヨウジ" })).toEqual([]);
    expect(await advice({ destinationAccountName: "ヤマダ　シユウジ" })).toMatchObject([{ kind: "other_holder" }]);
  });

  test("before amount and holder are entered, only warnings about the account are shown", async () => {
    await requested(context, here());
    const terms = { ...typedForm(here()), amount: null, destinationAccountName: null };
    expect(await adviceFor(await context.as("ops"), advisedTerms.parse(terms))).toEqual([{ kind: "never_paid" }]);
  });

  test("what happened in production says nothing about the sandbox", async () => {
    const { id } = await requested(context, here());
    await set(id, { environment: "production", status: "COMPLETED" });
    expect(await advice()).toEqual([{ kind: "never_paid" }]);
  });

  test("outside Japan, where there are no branches, it works as well", async () => {
    const thai = { ...here(), currency: "THB", destination: "BBL", amount: "100.50" };
    await requested(context, thai);
    const none = { destinationBranchCode: "", destinationAccountType: "" };
    expect(await advice({ ...thai, ...none, amount: "100.5" })).toMatchObject([
      { kind: "repeat" },
      { kind: "never_paid" },
    ]);
  });
});
