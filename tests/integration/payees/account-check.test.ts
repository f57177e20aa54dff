import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import type { Ctx } from "@/lib/auth/context";
import { subjectOf } from "@/lib/events/events";
import { HOLDS } from "@/lib/notifications/current";
import { settingsFrom } from "@/lib/notifications/settings";
import { exportInquiry, importAnswers } from "@/lib/payees/account-check/commands";
import { USUAL_LAYOUT } from "@/lib/payees/account-check/layout";
import { listUnchecked, readAnswersFile } from "@/lib/payees/account-check/queries";
import { blockPayee, decidePayee, proposePayee, proposePayeeChange, unblockPayee } from "@/lib/payees/commands";
import { proposePayeeFile } from "@/lib/payees/file-import/commands";
import { getPayeeImport } from "@/lib/payees/file-import/queries";
import { getPayee, listPayees } from "@/lib/payees/queries";
import { accountText } from "@/lib/payees/rules";
import { payeeInput, payeesAsked } from "@/lib/payees/schema";
import { listPayeesForMe } from "@/lib/payees/undecided";
import { openTestContext, type TestContext } from "../../support/context";
import { typedPayee } from "../../support/forms";
import { approvedPayee } from "../../support/payees";

let context: TestContext | null = null;
let ops: Ctx;
let approver: Ctx;
beforeEach(async () => {
  await context?.close();
  context = await openTestContext();
  [ops, approver] = [await context.as("ops"), await context.as("approver")];
});
afterAll(() => context?.close());

type Typed = Parameters<typeof typedPayee>[0];
const approved = async (more: Typed = {}) => (await approvedPayee([ops, approver], more)).payeeId;
async function inquiryFor(...payeeIds: string[]) {
  const made = await exportInquiry(ops, { payeeIds, code: "1", name: "カ）チヨウバ" });
  if (!made.ok) throw new Error(made.error.kind);
  return new Uint8Array(Buffer.from(made.value.base64, "base64"));
}
/** What the bank sends back: the same file with its answers. */
function answered(bytes: Uint8Array, codes: string[]) {
  const [at] = USUAL_LAYOUT.fields.result;
  codes.forEach((code, row) => {
    bytes[(row + 1) * 122 + at - 1] = code.charCodeAt(0);
  });
  return bytes;
}
const from = { bank: "みずほ銀行", on: "2026-11-25" };
const statusOf = async (payeeId: string) => (await getPayee(ops, { payeeId }))?.status;

const listedAs = async (check: "verified" | "unverified") =>
  (await listPayees(ops, payeesAsked.parse({ check }))).rows.map(({ payeeId }) => payeeId);

describe("the answer of a bank", () => {
  test("is evidence with the bank's name and date, about the account and holder that were asked", async () => {
    const payeeId = await approved();
    expect((await listUnchecked(ops)).rows.map((row) => row.payeeId)).toEqual([payeeId]);
    expect([await listedAs("verified"), await listedAs("unverified")]).toEqual([[], [payeeId]]);
    const bytes = answered(await inquiryFor(payeeId), ["0"]);
    expect(await readAnswersFile(ops, { bytes })).toMatchObject({
      value: { rows: [{ payeeId, result: "confirmed" }] },
    });
    const counts = { recorded: 1, repeated: 0, blocked: 0, unmatched: 0 };
    expect(await importAnswers(ops, { bytes, ...from })).toEqual({ ok: true, value: counts });
    expect((await getPayee(ops, { payeeId }))?.checks).toMatchObject([{ result: "confirmed", ...from, by: "ops" }]);
    expect((await listUnchecked(ops)).rows).toEqual([]);
    expect([await listedAs("verified"), await listedAs("unverified")]).toEqual([[payeeId], []]);
    expect(await statusOf(payeeId)).toBe("active");
  });

  test("that there is no such account, or that the name differs, blocks the payee until an approver overrides it", async () => {
    const ids = [await approved(), await approved({ destinationAccount: "7654321" })];
    const bytes = answered(await inquiryFor(...ids), ["1", "2"]);
    expect(await importAnswers(ops, { bytes, ...from })).toMatchObject({ value: { recorded: 2, blocked: 2 } });
    const views = await Promise.all(ids.map((payeeId) => getPayee(ops, { payeeId })));
    expect(views.map((view) => view?.blocked?.check?.result).toSorted()).toEqual(["name_differs", "no_account"]);
    const [payeeId = ""] = ids;
    expect(await unblockPayee(approver, { payeeId, reason: "asked by telephone" })).toMatchObject({ ok: true });
    // The same file again says nothing new.
    expect(await importAnswers(ops, { bytes, ...from })).toMatchObject({
      value: { recorded: 0, repeated: 2, blocked: 0 },
    });
    expect(await statusOf(payeeId)).toBe("active");
    const lines = await ops.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subject, payeeId))
      .orderBy(auditEvents.id);
    expect(lines.map(({ action }) => action).slice(-3)).toEqual([
      ...["payee.account_checked", "payee.blocked", "payee.unblocked"],
    ]);
  });

  test("that it could not verify an account leaves it to be asked about again", async () => {
    const payeeId = await approved();
    await importAnswers(ops, { bytes: answered(await inquiryFor(payeeId), ["9"]), ...from });
    expect((await listUnchecked(ops)).rows.map((row) => row.payeeId)).toEqual([payeeId]);
    expect(await listedAs("unverified")).toEqual([payeeId]);
    await importAnswers(ops, { bytes: answered(await inquiryFor(payeeId), ["0"]), ...from });
    expect((await listUnchecked(ops)).rows).toEqual([]);
  });

  test("counts until a later one says otherwise, and not where that could not say", async () => {
    const payeeId = await approved();
    const bytes = await inquiryFor(payeeId);
    for (const [code, verified] of [
      ["0", [payeeId]],
      ["9", [payeeId]],
      ["1", []],
    ] as const) {
      context!.clock.now = new Date(context!.clock.now.getTime() + 60_000);
      await importAnswers(ops, { bytes: answered(bytes, [code]), ...from });
      expect(await listedAs("verified")).toEqual(verified);
    }
    await unblockPayee(approver, { payeeId, reason: "asked by telephone" });
    expect([await listedAs("verified"), await listedAs("unverified")]).toEqual([[], [payeeId]]);
  });

  test("leaves what would correct a blocked payee to be decided and asked about, and the block to an approver", async () => {
    const payeeId = await approved();
    await importAnswers(ops, { bytes: answered(await inquiryFor(payeeId), ["2"]), ...from });
    expect((await listUnchecked(ops)).rows).toEqual([]);
    const payee = payeeInput.parse(typedPayee({ destinationAccountName: "サトウ　ハナコ" }));
    await proposePayeeChange(ops, { payeeId, seen: 1, payee });
    expect((await listPayees(ops, payeesAsked.parse({}))).counts).toEqual({ all: 1, waiting: 1, blocked: 1 });
    expect(await listPayeesForMe(approver)).toMatchObject([{ kind: "payee", id: payeeId }]);
    const job = await (context as TestContext).as("job");
    expect(await HOLDS.approval_waiting(job, settingsFrom())).toEqual([subjectOf("payee", payeeId)]);
    expect((await listUnchecked(ops)).rows.map((row) => row.payeeId)).toEqual([payeeId]);
    await importAnswers(ops, { bytes: answered(await inquiryFor(payeeId), ["0"]), ...from });
    await decidePayee(approver, { payeeId, version: 2, decision: "approved" });
    expect(await statusOf(payeeId)).toBe("blocked");
    expect(await listPayeesForMe(approver)).toEqual([]);
  });

  test("is asked for all of a long book, one file after another", async () => {
    const payeeId = await approved();
    const [payee] = await ops.db.select().from(payees);
    const [says] = await ops.db.select().from(payeeVersions);
    const copies = Array.from({ length: 500 }, () => randomUUID());
    await ops.db.insert(payees).values(copies.map((id) => ({ ...payee!, id })));
    await ops.db.insert(payeeVersions).values(copies.map((id) => ({ ...says!, payeeId: id })));
    const first = await listUnchecked(ops);
    expect(first.rows).toHaveLength(500);
    const second = await listUnchecked(ops, { after: first.next ?? undefined });
    expect(second).toMatchObject({ isFirst: false, next: null, rows: [{ label: "" }] });
    expect(new Set([...first.rows, ...second.rows].map((row) => row.payeeId))).toEqual(new Set([payeeId, ...copies]));
    // The rest was answered about meanwhile.
    expect(await listUnchecked(ops, { after: second.rows[0]?.payeeId })).toEqual(first);
  });

  test("says nothing about a payee that has another holder or account by now, or that is not in the book", async () => {
    const [changed, gone] = [await approved(), await approved({ destinationAccount: "7654321" })];
    const bytes = answered(await inquiryFor(changed, gone), ["0", "1"]);
    for (const [payeeId, more] of [
      [changed, { destinationAccountName: "サトウ　ハナコ" }],
      [gone, { destinationAccount: "1111111" }],
    ] as const) {
      await proposePayeeChange(ops, { payeeId, seen: 1, payee: payeeInput.parse(typedPayee(more)) });
      await decidePayee(approver, { payeeId, version: 2, decision: "approved" });
    }
    expect(await importAnswers(ops, { bytes, ...from })).toMatchObject({
      value: { recorded: 0, unmatched: 2, blocked: 0 },
    });
    const view = await readAnswersFile(ops, { bytes });
    expect(view.ok && view.value.rows.map(({ unmatched }) => unmatched).toSorted()).toEqual([
      "holder_changed",
      "no_payee",
    ]);
  });

  test("is about the payee that has the account now, not about one that was turned down and blocked", async () => {
    const made = await proposePayee(ops, payeeInput.parse(typedPayee()));
    if (!made.ok) throw new Error(made.error.kind);
    await decidePayee(approver, { ...made.value, decision: "rejected", reason: "not theirs" });
    const payeeId = await approved();
    await blockPayee(ops, { ...made.value, reason: "not theirs" });
    const bytes = answered(await inquiryFor(payeeId), ["0"]);
    expect(await importAnswers(ops, { bytes, ...from })).toMatchObject({ value: { recorded: 1 } });
    expect((await getPayee(ops, { payeeId }))?.checks).toMatchObject([{ result: "confirmed" }]);
  });

  test("is no longer evidence once account or holder are others", async () => {
    const payeeId = await approved();
    await importAnswers(ops, { bytes: answered(await inquiryFor(payeeId), ["0"]), ...from });
    const change = { payeeId, seen: 1, payee: payeeInput.parse(typedPayee({ destinationAccount: "7654321" })) };
    await proposePayeeChange(ops, change);
    expect((await listUnchecked(ops)).rows.map((row) => row.payeeId)).toEqual([payeeId]);
    await decidePayee(approver, { payeeId, version: 2, decision: "approved" });
    expect((await getPayee(ops, { payeeId }))?.checks).toEqual([]);
  });

  test("about an account that is proposed is read by who decides, and a block by it says which account", async () => {
    const payeeId = await approved();
    await importAnswers(ops, { bytes: answered(await inquiryFor(payeeId), ["0"]), ...from });
    const change = { payeeId, seen: 1, payee: payeeInput.parse(typedPayee({ destinationAccount: "7654321" })) };
    await proposePayeeChange(ops, change);
    expect(await getPayee(approver, { payeeId })).toMatchObject({
      ...{ checks: [{ result: "confirmed" }], waitingChecks: [] },
    });
    await importAnswers(ops, { bytes: answered(await inquiryFor(payeeId), ["1"]), ...from });
    const payee = await getPayee(approver, { payeeId });
    expect(payee).toMatchObject({
      checks: [{ result: "confirmed" }],
      waitingChecks: [{ result: "no_account", ...from }],
      blocked: { check: { result: "no_account", version: 2 } },
    });
    const [asked] = payee?.versions ?? [];
    expect(asked && accountText(asked.recipient, "普通")).toBe("0005 三菱UFJ銀行 001 本店 普通 7654321 ヤマダ　タロウ");
  });

  test("is read by who decides about a file of payees, of each account alone", async () => {
    const head = "destination,destinationBranchCode,destinationAccountType,destinationAccount,destinationAccountName";
    const bytes = new TextEncoder().encode(
      [head, "0005,001,普通,7654321,ヤマダ　タロウ", "0005,001,普通,7654322,サトウ　ハナコ"].join("\r\n"),
    );
    const made = await proposePayeeFile(ops, { bytes, name: "payees.csv" });
    const importId = made.ok ? made.value.importId : "";
    const rowsNow = async () => (await getPayeeImport(approver, { importId }))?.rows ?? [];
    const payeeIds = (await rowsNow()).map(({ payeeId }) => payeeId);
    await importAnswers(ops, { bytes: answered(await inquiryFor(...payeeIds), ["0", "9"]), ...from });
    const said = (await rowsNow()).map(({ checks }) => checks);
    expect(said.map(([check, ...more]) => [check?.bank, more])).toEqual(payeeIds.map(() => [from.bank, []]));
    expect(said.map(([check]) => check?.result).toSorted()).toEqual(["confirmed", "other"]);
  });

  test("is of the other environment's book or of nothing", async () => {
    const payeeId = await approved();
    const bytes = answered(await inquiryFor(payeeId), ["1"]);
    const elsewhere: Ctx = { ...ops, environment: "production" };
    expect(await importAnswers(elsewhere, { bytes, ...from })).toMatchObject({ value: { recorded: 0, unmatched: 1 } });
    expect(await exportInquiry(elsewhere, { payeeIds: [payeeId], code: "1", name: "ア" })).toMatchObject({
      error: { kind: "none_to_ask" },
    });
    expect(await statusOf(payeeId)).toBe("active");
  });
});
