import { and, eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { registrations } from "@/drizzle/schema/registrations";
import type { Ctx } from "@/lib/auth/context";
import { decideBatch } from "@/lib/batches/approvals";
import { getDraft } from "@/lib/batches/draft-queries";
import { getBatch } from "@/lib/batches/queries";
import { getBatchReview } from "@/lib/batches/row-queries";
import { blockPayee, decidePayee, proposePayeeChange } from "@/lib/payees/commands";
import { listPayablePayees } from "@/lib/payees/payable";
import type { ChosenPayee } from "@/lib/payees/rules";
import { payeeInput } from "@/lib/payees/schema";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { adviceFor } from "@/lib/withdrawals/advice";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { payeeText } from "@/lib/withdrawals/payee-text";
import { getTermsForPayee } from "@/lib/withdrawals/queries";
import { advisedTerms, withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { batchOf, requestAsSeen, uploaded } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm, typedPayee } from "../../support/forms";
import { orderOf } from "../../support/orders";
import { approvedPayee } from "../../support/payees";

const HOUR_MS = 3_600_000;

let context: TestContext | null = null;
let ops: Ctx;
let approver: Ctx;
let admin: Ctx;

async function open(payeeCoolingHours: number): Promise<TestContext> {
  await context?.close();
  const opened = await openTestContext(undefined, { payeeCoolingHours });
  [ops, approver, admin] = [await opened.as("ops"), await opened.as("approver"), await opened.as("admin")];
  context = opened;
  return opened;
}
afterAll(() => context?.close());

type Typed = Parameters<typeof typedPayee>[0];

const approved = (more: Typed = {}): Promise<ChosenPayee> => approvedPayee([ops, approver], more);

async function changed({ payeeId, version }: ChosenPayee, more: Typed) {
  const made = await proposePayeeChange(ops, { payeeId, seen: version, payee: payeeInput.parse(typedPayee(more)) });
  if (!made.ok) throw new Error(made.error.kind);
  await decidePayee(approver, { ...made.value, decision: "approved" });
}

const request = (more: Parameters<typeof typedForm>[0] = {}) =>
  requestWithdrawal(ops, withdrawalInput.parse(typedForm(more)));

async function requested(more: Parameters<typeof typedForm>[0] = {}) {
  const made = await request(more);
  if (!made.ok) throw new Error(made.error.kind);
  return made.value.referenceId;
}

async function approve(by: Ctx, referenceId: string) {
  const order = await getTransaction(by, { referenceId });
  const digest = order?.withdrawal?.digest ?? "";
  return decideWithdrawal(by, { referenceId, digest, decision: "approved" });
}

describe("a payee that was chosen", () => {
  let opened: TestContext;
  beforeEach(async () => {
    opened = await open(0);
  });
  const sent = async (referenceId: string) => {
    const order = await orderOf(opened, referenceId);
    await sendWithdrawal(await opened.as("job"), { transactionRow: order.id });
    return (await orderOf(opened, referenceId)).heldReason;
  };

  test("is named by the order with its version, and its digest covers both", async () => {
    const payee = await approved();
    const [chosen, typed] = [await requested({ payee: payeeText(payee) }), await requested()];
    expect((await getTransaction(ops, { referenceId: chosen }))?.withdrawal?.payee).toEqual({
      ...payee,
      isCurrent: true,
    });
    expect((await getTransaction(ops, { referenceId: typed }))?.withdrawal?.payee).toEqual({
      ...{ payeeId: payee.payeeId, version: null, isCurrent: true },
    });
    await changed(payee, { label: "another" });
    const order = await orderOf(opened, chosen);
    await opened.pool.query("alter table withdrawals disable trigger user");
    await opened.pool.query("update withdrawals set payee_version = 2 where transaction_row = $1", [order.id]);
    expect(await sendWithdrawal(await opened.as("job"), { transactionRow: order.id })).toBe("altered");
  });

  test("is refused where it is not in force, blocked, undecided, of other terms or of another environment", async () => {
    const payee = await approved();
    const refusal = async (more: Parameters<typeof typedForm>[0]) => {
      const made = await request(more);
      return made.ok ? "made" : made.error.kind;
    };
    const chosen = { payee: payeeText(payee) };
    expect(await refusal({ ...chosen, destinationAccount: "7654321" })).toBe("payee_changed");
    expect(await refusal({ payee: payeeText({ ...payee, version: 2 }) })).toBe("payee_changed");
    const made = { payeeId: payee.payeeId, seen: 1, payee: payeeInput.parse(typedPayee({ label: "two" })) };
    await proposePayeeChange(ops, made);
    expect(await refusal(chosen)).toBe("payee_undecided");
    await decidePayee(approver, { ...payee, version: 2, decision: "approved" });
    expect(await refusal(chosen)).toBe("payee_changed");
    await blockPayee(ops, { payeeId: payee.payeeId, reason: "returned" });
    expect(await refusal({ payee: payeeText({ ...payee, version: 2 }) })).toBe("payee_blocked");
    const elsewhere = await requestWithdrawal(
      { ...ops, environment: "production" },
      withdrawalInput.parse(typedForm(chosen)),
    );
    expect(elsewhere).toMatchObject({ ok: false });
  });

  test("with another account since is held by the sender; with another label it is not", async () => {
    const payee = await approved();
    const [first, second] = [
      await requested({ payee: payeeText(payee) }),
      await requested({ payee: payeeText(payee) }),
    ];
    await changed(payee, { label: "another" });
    expect(await sent(first)).toBeNull();
    await changed({ ...payee, version: 2 }, { label: "another", destinationAccount: "7654321" });
    expect(await sent(second)).toBe("payee_changed");
  });

  test("is named by the rows of a batch that pay its account and holder, under the root", async () => {
    const payee = await approved();
    const batchId = await uploaded(opened, [
      {},
      { destinationAccount: "7654321" },
      { destinationAccountName: "サトウ　ハナコ" },
    ]);
    await requestAsSeen(opened, batchId);
    const { rows } = await batchOf(opened, batchId);
    expect(rows.map(({ payeeId, payeeVersion }) => payeeId && [payeeId, payeeVersion])).toEqual([
      ...[[payee.payeeId, payee.version], null, null],
    ]);
  });

  test("fills the form, until it cannot be paid", async () => {
    const payee = await approved({ playerId: "p-9" });
    const form = await getTermsForPayee(ops, payee);
    expect(form).toMatchObject({ amount: "", payee: payeeText(payee), destinationAccount: "0123456" });
    expect(form).toMatchObject({ playerId: "p-9", filledPlayerId: "p-9" });
    expect((await listPayablePayees(ops, { currency: "JPY", search: "3456" })).found).toMatchObject([
      { ...payee, status: "active", newUntil: null },
    ]);
    await blockPayee(ops, { payeeId: payee.payeeId, reason: "returned" });
    expect(await getTermsForPayee(ops, payee)).toBeNull();
    expect((await listPayablePayees(ops, { currency: "JPY", search: "" })).found).toMatchObject([
      { status: "blocked" },
    ]);
    expect((await listPayablePayees(ops, { currency: "THB", search: "" })).found).toEqual([]);
  });

  test("that a payout would be held for it is said in the form, to the approver, and above the rows of a batch", async () => {
    const payee = await approved();
    const inForm = () => adviceFor(ops, advisedTerms.parse(typedForm({ amount: "150000" })));
    const referenceId = await requested({ amount: "150000" });
    const toApprover = async () =>
      (await getTransaction(approver, { referenceId }))?.withdrawal?.approval?.advice ?? [];
    const batchId = await uploaded(opened, [{ amount: "160,000" }, { destinationAccount: "7654321" }]);
    await requestAsSeen(opened, batchId);
    const inBatch = async () => {
      const { blockedPayees, undecidedPayees } = (await getBatchReview(approver, { batchId }))!;
      return { blockedPayees, undecidedPayees };
    };
    const kinds = async () => [...(await inForm()), ...(await toApprover())].map(({ kind }) => kind);
    expect(await kinds()).not.toContain("held");
    expect(await inBatch()).toEqual({ blockedPayees: 0, undecidedPayees: 0 });

    const change = { payeeId: payee.payeeId, seen: 1, payee: payeeInput.parse(typedPayee({ label: "two" })) };
    await proposePayeeChange(ops, change);
    const undecided = { kind: "held", reason: "payee_undecided" };
    expect(await inForm()).toContainEqual(undecided);
    expect(await toApprover()).toContainEqual(undecided);
    expect(await inBatch()).toEqual({ blockedPayees: 0, undecidedPayees: 1 });

    await blockPayee(ops, { payeeId: payee.payeeId, reason: "returned" });
    const blocked = { kind: "held", reason: "payee_blocked" };
    expect(await inForm()).toContainEqual(blocked);
    expect(await toApprover()).toContainEqual(blocked);
    expect(await inBatch()).toEqual({ blockedPayees: 1, undecidedPayees: 0 });
    // Warned of, and not refused: it may be unblocked until it is sent.
    expect(await request({ amount: "1000" })).toMatchObject({ ok: true });
  });

  test("with another account since the request is pointed out to the approver", async () => {
    const payee = await approved();
    const referenceId = await requested({ amount: "150000", payee: payeeText(payee) });
    await changed(payee, { destinationAccount: "7654321" });
    const advice = (await getTransaction(approver, { referenceId }))?.withdrawal?.approval?.advice;
    expect(advice).toContainEqual({ kind: "held", reason: "payee_changed" });
  });

  test("with another account since the request is counted above the rows of a batch", async () => {
    const payee = await approved();
    const [drafted, batchId] = [await uploaded(opened, [{}]), await uploaded(opened, [{ amount: "160,000" }])];
    await requestAsSeen(opened, batchId);
    const review = () => getBatchReview(approver, { batchId });
    expect(await review()).toMatchObject({ changedPayees: 0, newPayees: 0 });
    await changed(payee, { destinationAccount: "7654321" });
    expect(await review()).toMatchObject({ changedPayees: 1, newPayees: 0, largest: [{ payee: "payee_changed" }] });
    // A draft is requested with the payees that have its accounts then.
    expect((await getDraft(ops, { batchId: drafted }))?.rows.map((row) => row.payee)).toEqual(["new"]);

    await blockPayee(ops, { payeeId: payee.payeeId, reason: "returned" });
    expect(await review()).toMatchObject({ blockedPayees: 1, changedPayees: 0, newPayees: 0 });
  });

  test("whose player is registered under another name is shown in the form and to the approver", async () => {
    const at = { createdAt: opened.clock.now, updatedAt: opened.clock.now };
    const kyc = {
      environment: "sandbox",
      currency: "JPY",
      playerId: "p-20117",
      userName: "スズキ　イチロウ",
      status: "REGISTERED",
      ...at,
    } as const;
    await opened.db.insert(registrations).values(kyc);
    const account = { destination: "0005", destinationBranchCode: "001", destinationAccount: "0123456" };
    const terms = { currency: "JPY", amount: "150000", destinationAccountName: "ヤマダ　タロウ", playerId: "p-20117" };
    const differs = { kind: "kyc_differs", name: "スズキ　イチロウ" };
    expect(await adviceFor(ops, { ...terms, ...account })).toContainEqual(differs);
    const same = { ...terms, ...account, destinationAccountName: "ｽｽﾞｷｲﾁﾛｳ" };
    expect((await adviceFor(ops, same)).map(({ kind }) => kind)).not.toContain("kyc_differs");
    const referenceId = await requested({ amount: "150000", playerId: "p-20117" });
    expect((await getTransaction(approver, { referenceId }))?.withdrawal?.approval?.advice).toContainEqual(differs);
  });
});

describe("within the cooling-off time", () => {
  let opened: TestContext;
  beforeEach(async () => {
    opened = await open(24);
  });
  const wait = (hours: number) => {
    opened.clock.now = new Date(opened.clock.now.getTime() + hours * HOUR_MS);
  };
  const stateOf = async (referenceId: string) => (await orderOf(opened, referenceId)).submission;

  test("a payout to a new payee takes two approvals at any amount, chosen or typed, and says until when", async () => {
    const until = new Date(opened.clock.now.getTime() + 24 * HOUR_MS).toISOString();
    const payee = await approved();
    const account = { destination: "0005", destinationBranchCode: "001", destinationAccountType: "1" };
    const terms = { currency: "JPY", amount: "1", destinationAccountName: null, playerId: null };
    const advice = await adviceFor(ops, { ...terms, ...account, destinationAccount: "0123456" });
    expect(advice).toContainEqual({ kind: "new_payee", until, approvers: 2 });
    for (const more of [{ payee: payeeText(payee) }, { destinationAccount: "１２３４５６" }]) {
      const referenceId = await requested({ amount: "1000", ...more });
      const order = await getTransaction(ops, { referenceId });
      expect(order?.withdrawal?.approval).toMatchObject({ needed: 2, newPayeeUntil: until });
      expect(await approve(approver, referenceId)).toMatchObject({ value: { submission: "awaiting_approval" } });
      expect(await approve(admin, referenceId)).toMatchObject({ value: { submission: "queued" } });
    }
  });

  test("ends with it, and begins again with another account or holder, but not with another label", async () => {
    const payee = await approved();
    wait(24);
    expect(await stateOf(await requested({ amount: "1000" }))).toBe("queued");
    await changed(payee, { label: "another" });
    expect(await stateOf(await requested({ amount: "1000" }))).toBe("queued");
    await changed({ ...payee, version: 2 }, { label: "another", destinationAccountName: "サトウ　ハナコ" });
    expect(await stateOf(await requested({ amount: "1000" }))).toBe("awaiting_approval");
  });

  test("is judged at the decision and by the sender as well: one approval, or none, is not enough by then", async () => {
    const [queued, waiting] = [await requested({ amount: "1000" }), await requested({ amount: "150000" })];
    expect([await stateOf(queued), await stateOf(waiting)]).toEqual(["queued", "awaiting_approval"]);
    await approved();
    expect(await approve(approver, waiting)).toMatchObject({ value: { submission: "awaiting_approval" } });
    const { id } = await orderOf(opened, queued);
    expect(await sendWithdrawal(await opened.as("job"), { transactionRow: id })).toBe("held");
    expect((await orderOf(opened, queued)).heldReason).toBe("approvals_not_enough");
  });

  test("a batch with one row to a new payee takes two approvals", async () => {
    await approved();
    const batchId = await uploaded(opened, [{ amount: "1000" }, { amount: "1000", destinationAccount: "7654321" }]);
    await requestAsSeen(opened, batchId);
    const batch = await batchOf(opened, batchId);
    expect(batch).toMatchObject({ state: "awaiting_approval", approversNeeded: 2 });
    const decision = { batchId, digest: batch.root ?? "", decision: "approved" } as const;
    expect(await decideBatch(approver, decision)).toMatchObject({ value: { state: "awaiting_approval" } });
    expect(await decideBatch(admin, decision)).toMatchObject({ value: { state: "sending" } });
  });

  test("a batch whose payee becomes new while it waits says that it takes two approvals by now, and until when", async () => {
    const batchId = await uploaded(opened, [{ amount: "150000" }]);
    await requestAsSeen(opened, batchId);
    const { root } = await batchOf(opened, batchId);
    expect(await getBatch(approver, { batchId })).toMatchObject({ approversNeeded: 1, newPayeeUntil: null });
    await approved();
    const until = new Date(opened.clock.now.getTime() + 24 * HOUR_MS).toISOString();
    const decision = { batchId, digest: root ?? "", decision: "approved" } as const;
    expect(await decideBatch(approver, decision)).toMatchObject({ value: { state: "awaiting_approval" } });
    expect(await getBatch(approver, { batchId })).toMatchObject({ approversNeeded: 2, newPayeeUntil: until });
    const [approval] = await opened.db
      .select({ detail: auditEvents.detail })
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, batchId), eq(auditEvents.action, "batch.approved")));
    expect(approval?.detail).toEqual({ digest: root, approversNeeded: 2 });
    expect(await decideBatch(admin, decision)).toMatchObject({ value: { state: "sending" } });
  });
});
