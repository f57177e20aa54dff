import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { adviceFor } from "@/lib/withdrawals/advice";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { advisedTerms, reviewedWithdrawal, withdrawalInput } from "@/lib/withdrawals/schema";
import { listSimilar } from "@/lib/withdrawals/similar";
import { requestAsSeen, uploaded } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { requested } from "../../support/orders";
import { countRequestsBySums } from "../../support/request-counting";

let context: TestContext;
let ops: Ctx;
beforeEach(async () => {
  context = await openTestContext();
  ops = await context.as("ops");
});
afterEach(() => context.close());

type More = Partial<ReturnType<typeof typedForm>>;
/** A request from the review, which has shown these earlier payouts. */
const request = (shownRepeats: string[], more: More = {}, by = ops) =>
  requestWithdrawal(by, reviewedWithdrawal.parse({ ...typedForm(), shownRepeats, ...more }));
const refused = (referenceId: string) => ({
  ok: false,
  error: { kind: "repeats", repeat: { referenceId, at: context.clock.now.toISOString(), by: "ops" } },
});
const count = () => context.db.$count(transactions);

test("an equal payout that the review has not shown is named first, and requested after that", async () => {
  const { referenceId } = await requested(context);
  expect(await request([])).toEqual(refused(referenceId));
  expect(await request(["WD-of-another"], {}, await context.as("admin"))).toEqual(refused(referenceId));
  expect(await count()).toBe(1);
  expect(await adviceFor(ops, advisedTerms.parse(typedForm({ amount: "12000" })))).toContainEqual(
    expect.objectContaining({ kind: "repeat", referenceId }),
  );
  context.clock.now = new Date(context.clock.now.getTime() + 1_000);
  expect(await request([referenceId])).toMatchObject({ ok: true });
  expect(await count()).toBe(2);
  // The newest one counts: it was not shown.
  expect(await request([referenceId])).toMatchObject({ error: { kind: "repeats" } });
});

test("another amount or account is no repeat, nor is one that came to nothing", async () => {
  const { id } = await requested(context);
  expect(await request([], { amount: "12,001" })).toMatchObject({ ok: true });
  expect(await request([], { destinationAccount: "7654321" })).toMatchObject({ ok: true });
  await context.db.update(transactions).set({ submission: "not_created" }).where(eq(transactions.id, id));
  expect(await request([])).toMatchObject({ ok: true });
});

test("an account is the same in any spelling, also outside Japan", async () => {
  const none = { destinationBranchCode: "", destinationAccountType: "" };
  const thai = { currency: "THB", amount: "5000", destination: "KBANK", ...none };
  const typed = (more: More) => typedForm({ ...thai, ...more });
  const first = await requested(context, { ...thai, destinationAccount: "123-4-56789-0" });
  for (const other of [
    { destinationAccount: "1234567890" },
    { destination: "kbank", destinationAccount: "１２３ ４５６７８９０" },
  ]) {
    expect(await request([], { ...thai, ...other })).toEqual(refused(first.referenceId));
    expect(await adviceFor(ops, advisedTerms.parse(typed(other)))).toEqual([
      { kind: "repeat", referenceId: first.referenceId, at: first.createdAt.toISOString() },
      { kind: "never_paid" },
    ]);
  }
  expect(await count()).toBe(1);
  const paid = { submission: "accepted", status: "COMPLETED" } as const;
  await context.db.update(transactions).set(paid).where(eq(transactions.id, first.id));
  const another = typed({ destinationAccount: "1234567890", amount: "6000", destinationAccountName: "Another Holder" });
  expect(await adviceFor(ops, advisedTerms.parse(another))).toEqual([
    { kind: "other_holder", holder: "ヤマダ　タロウ", referenceId: first.referenceId },
  ]);
});

test("an account of another type is another account", async () => {
  await requested(context);
  expect(await request([], { destinationAccountType: "2" })).toMatchObject({ ok: true });
});

test("one that is open or contested is a repeat at any age, and an ended one within a day", async () => {
  const { id, referenceId } = await requested(context);
  const became = (now: Partial<typeof transactions.$inferInsert>) =>
    context.db.update(transactions).set(now).where(eq(transactions.id, id));
  context.clock.now = new Date(context.clock.now.getTime() + 9 * 24 * 3_600_000);
  const repeat = { error: { kind: "repeats", repeat: { referenceId } } };
  const advised = () => adviceFor(ops, advisedTerms.parse(typedForm({ amount: "12000" })));
  expect(await request([])).toMatchObject(repeat);
  await became({ submission: "accepted", status: "FAILED", discrepancyAt: context.clock.now });
  expect(await request([])).toMatchObject(repeat);
  expect(await advised()).toContainEqual(expect.objectContaining({ kind: "repeat", referenceId }));
  await became({ resolvedAt: context.clock.now });
  expect(await advised()).not.toContainEqual(expect.objectContaining({ kind: "repeat" }));
  expect(await request([])).toMatchObject({ ok: true });
});

test("of two equal requests at the same time one is made, also of two users", async () => {
  const admin = await context.as("admin");
  const both = await Promise.all([request([]), request([], {}, admin)]);
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ error: { kind: "repeats" } });
  expect(await count()).toBe(1);
});

test("a row that a batch has still to send is named first, and the payout requested after that", async () => {
  const batchId = await uploaded(context, [{ amount: "12,000" }]);
  expect(await requestAsSeen(context, batchId)).toMatchObject({ ok: true });
  const inBatch = { ok: false, error: { kind: "in_batch", batchId, name: "payouts.csv" } };
  expect(await request([])).toEqual(inBatch);
  expect(await request(["WD-of-another"])).toEqual(inBatch);
  expect(await count()).toBe(0);
  expect(await request([batchId])).toMatchObject({ ok: true });
});

test("a form that was sent before is its own order, and no repeat", async () => {
  const formId = randomUUID();
  const first = await request([], { formId });
  expect(first.ok).toBe(true);
  expect(await request([], { formId })).toEqual(first);
  expect(await request(["WD-of-another"], { formId })).toEqual(first);
  const atOnce = randomUUID();
  const terms = { formId: atOnce, amount: "12,345" };
  const answers = await Promise.all([1, 2, 3].map(() => request([], terms)));
  expect(answers[0]?.ok).toBe(true);
  expect(answers).toEqual(answers.map(() => answers[0]));
  expect(await count()).toBe(2);
});

test("after a lost answer, the order of the form is named in place of the warnings, and is counted once", async () => {
  await countRequestsBySums(context.url);
  const formId = randomUUID();
  const asked = advisedTerms.parse(typedForm({ amount: "60000", formId }));
  const before = await adviceFor(ops, asked);
  expect(before).toContainEqual({ kind: "never_paid" });
  const made = await request([], { amount: "60,000", formId });
  if (!made.ok) throw new Error(made.error.kind);
  const own = { kind: "requested", referenceId: made.value.referenceId, at: context.clock.now.toISOString() };
  expect(await adviceFor(ops, asked)).toEqual([own]);
  expect(await listSimilar(ops, asked)).toEqual({ found: [] });
  // Another form, another user and another environment with the id of this form: it is a repeat, and counts in the sum.
  const repeat = expect.objectContaining({ kind: "repeat", referenceId: own.referenceId });
  const sum = expect.objectContaining({ kind: "sum", total: "120000" });
  const other = await adviceFor(ops, { ...asked, formId: randomUUID() });
  expect(other).toEqual(expect.arrayContaining([repeat, sum]));
  const byAnother = await adviceFor(await context.as("admin"), asked);
  expect(byAnother).toEqual(expect.arrayContaining([repeat, sum]));
  expect(byAnother).not.toContainEqual(own);
  const inProduction = { ...ops, environment: "production" as const };
  expect(await adviceFor(inProduction, asked)).not.toContainEqual(own);
});

test("a form that was used for other details says that these were not sent, and warns as ever", async () => {
  await countRequestsBySums(context.url);
  const formId = randomUUID();
  const asked = advisedTerms.parse(typedForm({ amount: "60000", formId }));
  const made = await request([], { amount: "60,000", formId });
  if (!made.ok) throw new Error(made.error.kind);
  const { referenceId } = made.value;
  const used = { kind: "form_used", referenceId };
  const sum = expect.objectContaining({ kind: "sum" });
  const never = { kind: "never_paid" };
  expect(await adviceFor(ops, { ...asked, amount: "61000" })).toEqual([used, sum, never]);
  expect(await listSimilar(ops, { ...asked, amount: "61000" })).toMatchObject({ found: [{ order: { referenceId } }] });
  const others = [
    { destinationAccount: "7654321" },
    ...[{ destinationAccountType: "当座" }, { destinationAccountName: "サトウ　ハナコ" }, { playerId: "p-another" }],
    { amount: null },
  ];
  for (const other of others) {
    const advice = await adviceFor(ops, { ...asked, ...other });
    expect([other, advice]).toEqual([other, expect.arrayContaining([used, never])]);
    expect(advice).not.toContainEqual(expect.objectContaining({ kind: "requested" }));
  }
  // After "Start a new form" an equal one would be a second payout.
  const repeat = expect.objectContaining({ kind: "repeat", referenceId });
  expect(await adviceFor(ops, { ...asked, playerId: "p-another" })).toContainEqual(repeat);
});

test("what is requested without a review asks for no confirmation", async () => {
  await requested(context);
  expect(await requestWithdrawal(ops, withdrawalInput.parse(typedForm()))).toMatchObject({ ok: true });
});
