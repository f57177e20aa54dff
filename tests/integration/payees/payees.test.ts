import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import { registrations } from "@/drizzle/schema/registrations";
import { users } from "@/drizzle/schema/users";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import {
  blockPayee,
  decidePayee,
  proposePayee,
  proposePayeeChange,
  takeBackPayee,
  unblockPayee,
} from "@/lib/payees/commands";
import { getPayee, listPayees } from "@/lib/payees/queries";
import { decidedParts } from "@/lib/payees/rules";
import { payeeInput, payeesAsked } from "@/lib/payees/schema";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm, typedPayee } from "../../support/forms";
import { orderOf } from "../../support/orders";
import { approvedPayee } from "../../support/payees";

let context: TestContext;
let ops: Ctx;
let approver: Ctx;
let admin: Ctx;
beforeAll(async () => {
  context = await openTestContext();
});
beforeEach(async () => {
  await context.close();
  context = await openTestContext();
  [ops, approver, admin] = [await context.as("ops"), await context.as("approver"), await context.as("admin")];
});
afterAll(() => context.close());

type Typed = Parameters<typeof typedPayee>[0];
const read = (more: Typed = {}) => payeeInput.parse(typedPayee(more));

async function proposed(by: Ctx, more: Typed = {}) {
  const made = await proposePayee(by, read(more));
  if (!made.ok) throw new Error(made.error.kind);
  return made.value;
}
const approved = (more: Typed = {}) => approvedPayee([ops, approver], more);
const change = (by: Ctx, payeeId: string, seen: number, more: Typed) =>
  proposePayeeChange(by, { payeeId, seen, payee: read(more) });
const actionsOf = async (payeeId: string) =>
  (
    await context.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(eq(auditEvents.subject, payeeId))
      .orderBy(auditEvents.id)
  ).map(({ action }) => action);
const causeOf = (run: Promise<unknown>) =>
  run.then(
    () => "it was done",
    (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message),
  );

describe("a new payee", () => {
  test("is decided by its codes and type, and by what the proposer confirmed although the directory says otherwise", async () => {
    const { payeeId } = await proposed(ops, { destination: "0009", ...{ bankAsTyped: "yes", branchAsTyped: "yes" } });
    const [waiting] = (await getPayee(approver, { payeeId }))?.versions ?? [];
    expect(waiting?.recipient).toMatchObject({
      destination: "0009",
      warnings: expect.arrayContaining(["bank_name_as_typed"]),
    });
    expect(waiting && decidedParts(waiting)).toEqual([
      ...["destination", "destinationName", "destinationBranchCode", "destinationBranchName"],
      ...["destinationAccountType", "destinationAccount", "destinationAccountName"],
    ]);
    const abroad = await proposed(ops, { currency: "THB", destination: "BBL", destinationName: "Bangkok Bank" });
    const [other] = (await getPayee(approver, { payeeId: abroad.payeeId }))?.versions ?? [];
    expect(other && decidedParts(other)).toEqual([
      ...["destination", "destinationName", "destinationAccount", "destinationAccountName"],
    ]);
  });

  test("counts once a second user has approved it", async () => {
    const { payeeId, version } = await proposed(ops);
    expect(await getPayee(ops, { payeeId })).toMatchObject({ status: "unconfirmed", version: null, waiting: 1 });
    expect(await decidePayee(approver, { payeeId, version, decision: "approved" })).toMatchObject({ ok: true });
    const view = await getPayee(ops, { payeeId });
    expect(view).toMatchObject({ status: "active", version: 1, waiting: null });
    expect(view?.versions).toMatchObject([{ by: "ops", decision: { kind: "approved", by: "approver" } }]);
    expect(await actionsOf(payeeId)).toEqual(["payee.proposed", "payee.approved"]);
  });

  test("is never approved by its proposer: neither by the use case nor by the database", async () => {
    const { payeeId, version } = await proposed(admin);
    const own = await decidePayee(admin, { payeeId, version, decision: "approved" });
    expect(own).toEqual({ ok: false, error: { kind: "own_proposal" } });
    const forced = context.db
      .update(payeeVersions)
      .set({ decision: "approved", decidedBy: admin.actor.id, decidedAt: context.clock.now });
    expect(await causeOf(forced.execute())).toContain("payee_versions_second_person");
    expect(await getPayee(ops, { payeeId })).toMatchObject({ status: "unconfirmed" });
  });

  test("is not approved where its proposer was disabled meanwhile", async () => {
    const made = await proposed(ops);
    await context.db.update(users).set({ disabledAt: context.clock.now }).where(eq(users.id, ops.actor.id));
    const refused = await decidePayee(approver, { ...made, decision: "approved" });
    expect(refused).toEqual({ ok: false, error: { kind: "proposer_not_permitted" } });
  });

  test("can be rejected with a reason, and taken back by its proposer alone", async () => {
    const first = await proposed(ops);
    await decidePayee(approver, { ...first, decision: "rejected", reason: "another holder" });
    const view = await getPayee(ops, first);
    expect(view).toMatchObject({ status: "rejected", versions: [{ decision: { reason: "another holder" } }] });
    const second = await proposed(ops);
    const foreign = await takeBackPayee(admin, second);
    expect(foreign).toEqual({ ok: false, error: { kind: "not_your_proposal" } });
    expect(await takeBackPayee(ops, second)).toMatchObject({ ok: true });
    const late = await decidePayee(approver, { ...second, decision: "approved" });
    expect(late).toEqual({ ok: false, error: { kind: "not_open" } });
    expect(await actionsOf(second.payeeId)).toEqual(["payee.proposed", "payee.withdrawn"]);
  });

  test("of two approvals in the same moment one counts", async () => {
    const made = await proposed(ops);
    const both = await Promise.all([approver, admin].map((by) => decidePayee(by, { ...made, decision: "approved" })));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await actionsOf(made.payeeId)).toEqual(["payee.proposed", "payee.approved"]);
  });

  test("is in the book once, in any spelling of its account and by any proposer", async () => {
    const { payeeId } = await proposed(ops, { destinationAccount: "123456" });
    const inBook = { ok: false, error: { kind: "in_book", payeeId } };
    expect(await proposePayee(admin, read({ destinationAccount: "０１２３４５６" }))).toEqual(inBook);
    const other = await approved({ destinationAccount: "7654321" });
    expect(await change(ops, other.payeeId, 1, { destinationAccount: "0123456" })).toEqual(inBook);
    const many = await Promise.all(
      Array.from({ length: 8 }, () => proposePayee(ops, read({ destinationAccount: "5555555" }))),
    );
    expect(many.filter(({ ok }) => ok)).toHaveLength(1);
    const elsewhere: Ctx = { ...ops, environment: "production" };
    expect(await proposePayee(elsewhere, read({ destinationAccount: "5555555" }))).toMatchObject({ ok: true });
  });

  test("is in the book once, also where it was turned down and blocked", async () => {
    const first = await proposed(ops);
    await decidePayee(approver, { ...first, decision: "rejected", reason: "another holder" });
    await blockPayee(ops, { ...first, reason: "another holder" });
    const inBook = { ok: false, error: { kind: "in_book", payeeId: first.payeeId } };
    expect(await proposePayee(ops, read({ destinationAccountName: "サトウ　ハナコ" }))).toEqual(inBook);
    const other = await approved({ destinationAccount: "7654321" });
    expect(await change(ops, other.payeeId, 1, {})).toEqual(inBook);
    // Its own page corrects it.
    expect(await change(ops, first.payeeId, 1, { destinationAccountName: "サトウ　ハナコ" })).toMatchObject({
      ok: true,
    });
    await decidePayee(approver, { ...first, version: 2, decision: "rejected", reason: "no" });
    await unblockPayee(approver, { ...first, reason: "it was right" });
    expect(await proposePayee(ops, read())).toMatchObject({ ok: true });
  });

  test("keeps the KYC name beside the holder's, and says where they differ", async () => {
    const kyc = {
      environment: "sandbox",
      currency: "JPY",
      status: "REGISTERED",
      createdAt: context.clock.now,
      updatedAt: context.clock.now,
    } as const;
    await context.db.insert(registrations).values({ ...kyc, playerId: "p-20117", userName: "スズキ　イチロウ" });
    const differs = await proposed(ops);
    const checked = (await getPayee(ops, differs))?.versions[0]?.kyc;
    expect(checked).toEqual({ check: "differs", name: "スズキ　イチロウ" });
    const same = await proposed(ops, { destinationAccount: "7654321", destinationAccountName: "スズキ　イチロウ" });
    expect((await getPayee(ops, same))!.versions[0]?.kyc.check).toBe("same");
    const unknown = await proposed(ops, { destinationAccount: "2222222", playerId: "" });
    expect((await getPayee(ops, unknown))!.versions[0]?.kyc).toEqual({ check: "unknown", name: null });
  });

  test("with a bank's name that is not the directory's is refused until it is confirmed", async () => {
    const typed = { destinationName: "みずほ銀行" };
    expect(await proposePayee(ops, read(typed))).toEqual({
      ok: false,
      error: { kind: "invalid", fields: { bankAsTyped: "asTyped" } },
    });
    const made = await proposed(ops, { ...typed, bankAsTyped: "yes" });
    expect((await getPayee(ops, made))!.versions[0]?.recipient.warnings).toEqual(["bank_name_as_typed"]);
  });
});

describe("a change", () => {
  test("leaves the version in force until it is approved, and history says what changed", async () => {
    const { payeeId } = await approved();
    const made = await change(ops, payeeId, 1, { destinationAccount: "7654321", label: "Landlord" });
    expect(made).toEqual({ ok: true, value: { payeeId, version: 2 } });
    expect(await getPayee(ops, { payeeId })).toMatchObject({ status: "changing", version: 1, waiting: 2 });
    await decidePayee(approver, { payeeId, version: 2, decision: "approved" });
    const view = await getPayee(ops, { payeeId });
    expect(view).toMatchObject({ status: "active", version: 2 });
    expect(view?.versions.map(({ version, changed }) => ({ version, changed }))).toEqual([
      { version: 2, changed: ["destinationAccount", "label"] },
      { version: 1, changed: null },
    ]);
  });

  test("is refused while another waits, on an older version, without a difference, and of another currency", async () => {
    const { payeeId } = await approved();
    const refusal = (kind: string) => ({ ok: false, error: { kind } });
    expect(await change(ops, payeeId, 1, {})).toEqual(refusal("nothing_changed"));
    await change(ops, payeeId, 1, { label: "one" });
    expect(await change(ops, payeeId, 1, { label: "two" })).toEqual(refusal("change_waits"));
    await decidePayee(approver, { payeeId, version: 2, decision: "approved" });
    expect(await change(ops, payeeId, 1, { label: "three" })).toEqual(refusal("changed_since"));
    const thb = { currency: "THB" as const, destination: "BBL", destinationName: "Bangkok Bank" };
    expect(await change(ops, payeeId, 2, thb)).toEqual(refusal("no_such_payee"));
    const elsewhere: Ctx = { ...ops, environment: "production" };
    expect(await change(elsewhere, payeeId, 2, { label: "four" })).toEqual(refusal("no_such_payee"));
  });

  test("of the account or the holder alone makes the account new", async () => {
    const { payeeId } = await approved();
    const since = async () =>
      (
        await context.db
          .select({ version: payeeVersions.version, at: payeeVersions.accountSince })
          .from(payeeVersions)
          .where(and(eq(payeeVersions.payeeId, payeeId), eq(payeeVersions.decision, "approved")))
          .orderBy(payeeVersions.version)
      ).map(({ at }) => at?.getTime());
    const first = context.clock.now.getTime();
    context.clock.now = new Date(first + 60_000);
    await change(ops, payeeId, 1, { label: "Landlord" });
    await decidePayee(approver, { payeeId, version: 2, decision: "approved" });
    context.clock.now = new Date(first + 120_000);
    await change(ops, payeeId, 2, { label: "Landlord", destinationAccountName: "ヤマダ　ハナコ" });
    await decidePayee(approver, { payeeId, version: 3, decision: "approved" });
    expect(await since()).toEqual([first, first, first + 120_000]);
  });
});

describe("a block", () => {
  test("takes one person, and an approver ends it", async () => {
    const { payeeId } = await approved();
    expect(await blockPayee(ops, { payeeId, reason: "returned twice" })).toMatchObject({ ok: true });
    expect(await blockPayee(ops, { payeeId, reason: "again" })).toMatchObject({ error: { kind: "blocked_already" } });
    const blocked = { status: "blocked", blocked: { by: "ops", reason: "returned twice" } };
    expect(await getPayee(ops, { payeeId })).toMatchObject(blocked);
    await expect(unblockPayee(ops, { payeeId, reason: "it is right" })).rejects.toThrow(Forbidden);
    expect(await unblockPayee(approver, { payeeId, reason: "asked the bank" })).toMatchObject({ ok: true });
    expect(await getPayee(ops, { payeeId })).toMatchObject({ status: "active", blocked: null });
    expect((await actionsOf(payeeId)).slice(-2)).toEqual(["payee.blocked", "payee.unblocked"]);
  });
});

describe("a payout to an account of the book", () => {
  const queued = async (destinationAccount: string) => {
    const made = await requestWithdrawal(ops, withdrawalInput.parse(typedForm({ destinationAccount })));
    if (!made.ok) throw new Error(made.error.kind);
    return orderOf(context, made.value.referenceId);
  };
  const heldBecause = async ({ id, referenceId }: { id: string; referenceId: string }) => {
    await sendWithdrawal(await context.as("job"), { transactionRow: id });
    return (await orderOf(context, referenceId)).heldReason;
  };

  test("is held while the payee is blocked or a change waits, however its account was typed", async () => {
    const { payeeId } = await approved();
    const order = await queued("１２３４５６");
    await blockPayee(ops, { payeeId, reason: "returned" });
    expect(await heldBecause(order)).toBe("payee_blocked");
    await unblockPayee(approver, { payeeId, reason: "it is right" });
    await change(ops, payeeId, 1, { destinationAccount: "7654321" });
    const [before, after] = [await queued("0123456"), await queued("7654321")];
    expect([await heldBecause(before), await heldBecause(after)]).toEqual(["payee_undecided", "payee_undecided"]);
    expect(await heldBecause(await queued("1111111"))).toBeNull();
    await decidePayee(approver, { payeeId, version: 2, decision: "approved" });
    expect(await heldBecause(await queued("7654321"))).toBeNull();
  });

  test("is held while the payee is blocked, also where it was never approved", async () => {
    const { payeeId } = await proposed(ops);
    await decidePayee(approver, { payeeId, version: 1, decision: "rejected", reason: "not theirs" });
    expect(await heldBecause(await queued("0123456"))).toBeNull();
    await blockPayee(ops, { payeeId, reason: "known for fraud" });
    expect(await heldBecause(await queued("0123456"))).toBe("payee_blocked");
    // A proposal about it ends no block.
    expect(await change(ops, payeeId, 1, { destinationAccount: "7654321" })).toMatchObject({ ok: true });
    expect(await heldBecause(await queued("0123456"))).toBe("payee_blocked");
  });

  test("leads to the payee that holds it, also where another one has the account by now", async () => {
    const first = await proposed(ops);
    await decidePayee(approver, { ...first, decision: "rejected", reason: "not theirs" });
    const second = await approved();
    const { referenceId } = await queued("0123456");
    const payeeOfIt = async () => (await getTransaction(ops, { referenceId }))?.withdrawal?.payee?.payeeId;
    expect(await payeeOfIt()).toBe(second.payeeId);
    await blockPayee(ops, { ...first, reason: "known for fraud" });
    expect(await payeeOfIt()).toBe(first.payeeId);
    const heldBy = async (payee: { payeeId: string }) => (await getPayee(ops, payee))?.heldBy;
    expect([await heldBy(second), await heldBy(first)]).toEqual([first.payeeId, null]);
    // The payee that has the account is corrected all the same: it takes none that it has not.
    expect(await change(ops, second.payeeId, 1, { label: "Landlord" })).toMatchObject({ ok: true });
    await unblockPayee(approver, { ...first, reason: "it was right" });
    expect(await heldBy(second)).toBeNull();
  });
});

test("nothing in the book is deleted or written over, not even by the database's owner", async () => {
  await approved();
  const refusals = await Promise.all([
    causeOf(context.db.delete(payees).execute()),
    causeOf(context.db.delete(payeeVersions).execute()),
    causeOf(context.db.update(payeeVersions).set({ destinationAccount: "9999999" }).execute()),
    causeOf(context.db.update(payeeVersions).set({ decision: "rejected" }).execute()),
    causeOf(context.db.update(payees).set({ version: null }).execute()),
    causeOf(context.db.update(payees).set({ currency: "THB" }).execute()),
  ]);
  expect(refusals).toEqual([
    "payees is append-only",
    "payee_versions is append-only",
    ...Array(2).fill("a version stays as it was proposed; only the decision is written later, once"),
    ...Array(2).fill("a payee stays in the book as it was made"),
  ]);
});

describe("the list", () => {
  test("finds by a part of a bank's name that hundreds of banks have", async () => {
    const bank = { destination: "1227", destinationName: "烏山信金", destinationBranchName: "本店" };
    const { payeeId } = await approved(bank);
    const found = await listPayees(ops, payeesAsked.parse({ q: "信金" }));
    expect(found.rows).toMatchObject([{ payeeId }]);
  });

  const find = async (by: Ctx, asked: object) =>
    (await listPayees(by, payeesAsked.parse(asked))).rows.map(({ recipient }) => recipient.destinationAccountName);

  test("finds by name, bank, player, label and the end of the account, and filters by status", async () => {
    await approved({ label: "Landlord" });
    const other = await proposed(ops, {
      ...{ destination: "0001", destinationName: "みずほ銀行", destinationBranchName: "東京営業部" },
      ...{ destinationAccount: "7654321", destinationAccountName: "サトウ　ハナコ", playerId: "p-9" },
    });
    const [yamada, sato] = ["ヤマダ　タロウ", "サトウ　ハナコ"];
    expect(await find(ops, {})).toHaveLength(2);
    for (const q of ["ﾔﾏﾀﾞ", "yamada", "Taro Yamada", "landLORD", "3456", "三菱UFJ", "p-2011"])
      expect(await find(ops, { q })).toEqual([yamada]);
    for (const q of ["さとう", "みずほ", "p-9", "321"]) expect(await find(ops, { q })).toEqual([sato]);
    expect(await find(ops, { status: "unconfirmed" })).toEqual([sato]);
    expect(await find(ops, { status: "active" })).toEqual([yamada]);
    await blockPayee(ops, { ...other, reason: "?" });
    expect(await find(ops, { status: "blocked" })).toEqual([sato]);
    const { counts } = await listPayees(ops, payeesAsked.parse({}));
    expect(counts).toEqual({ all: 2, waiting: 1, blocked: 1 });
    expect(await find({ ...ops, environment: "production" }, {})).toEqual([]);
  });

  test("masks names, accounts and labels for those who may not see them, who cannot find by them either", async () => {
    const { payeeId } = await approved({ label: "Yamada the landlord" });
    await blockPayee(ops, { payeeId, reason: "ヤマダ タロウ returned 0123456" });
    const viewer = await context.as("viewer");
    const seen = JSON.stringify([await listPayees(viewer, payeesAsked.parse({})), await getPayee(viewer, { payeeId })]);
    for (const hidden of ["ヤマダ　", "タロウ", "0123456", "landlord"]) expect(seen).not.toContain(hidden);
    for (const q of ["ヤマダ", "3456", "landlord"]) expect(await find(viewer, { q })).toEqual([]);
    expect(await find(viewer, { q: "三菱UFJ" })).toEqual(["ヤ•••"]);
  });
});
