import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listApprovals } from "@/lib/approval-queue/queries";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { getDay } from "@/lib/daily-close/queries";
import { decideDayChange, proposeReopening } from "@/lib/daily-close/reopen";
import { connect, openPool } from "@/lib/db/connection";
import { cancelReconciliation, repeatReconciliation, startReconciliation } from "@/lib/reconciliation/commands";
import {
  askAboutException,
  assignExceptions,
  closeException,
  decideExceptionClose,
  explainException,
} from "@/lib/reconciliation/exceptions";
import { exportReconciliation } from "@/lib/reconciliation/export";
import { completeLedger } from "@/lib/reconciliation/ledger-files";
import {
  getReconciliation,
  getRunInForce,
  listBrokenLines,
  listReconciliationRows,
  listReconciliations,
} from "@/lib/reconciliation/queries";
import { getExceptionProposal, getReconciliationRow } from "@/lib/reconciliation/row-detail";
import { recoverReconciliations, runReconciliation } from "@/lib/reconciliation/run";
import { rowsAsked, runsAsked } from "@/lib/reconciliation/schema";
import { tokyoDay } from "@/lib/time";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openTestContext, type TestContext } from "../../support/context";
import { closeDayAsShown } from "../../support/daily-close";
import { orderOf, requested } from "../../support/orders";
import {
  closeAsShown,
  LEDGER_HEADER,
  LEDGER_MAPPING,
  type ReportedOrder,
  reconciled,
  reportOrders,
  uploadLedger,
} from "../../support/reconciliation";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
beforeAll(async () => {
  service = await openService();
  context = await openTestContext(service);
});
afterAll(async () => {
  await context.close();
  await service.close();
});

let days = 0;
/** A past day of its own for each test. */
const freshDay = () => {
  days += 3;
  return new Date(Date.UTC(2024, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
};

const orderOn = (day: string, referenceId: string, more: Partial<ReportedOrder> = {}): ReportedOrder => ({
  ...{ referenceId, transactionId: `T-${referenceId}`, type: "DEPOSIT", currency: "JPY", amount: "5000" },
  ...{ status: "COMPLETED", endedAt: `${day}T03:00:00.000Z`, playerId: "p-1", ...more },
});
const rowOn = (day: string, referenceId: string, amount = "5000", state = "計上済") =>
  `${referenceId},入金,JPY,${amount},${state},${day} 12:00:00,p-1`;
const ledgerOf = (...rows: string[]) => [LEDGER_HEADER, ...rows].join("\r\n");

const rowsOf = async (runId: string, more: object = {}) =>
  (await listReconciliationRows(await context.as("finance"), rowsAsked.parse({ runId, ...more })))!.rows;
const exceptionOf = async (runId: string, reference: string) =>
  (await rowsOf(runId)).find((row) => row.reference === reference)!.exception!;

test("an exception keeps its owner and reason over runs, and is ended when it matches", async () => {
  const [finance, admin, day] = [await context.as("finance"), await context.as("admin"), freshDay()];
  await reportOrders(context, [orderOn(day, "K-1"), orderOn(day, "K-2")]);
  const first = await reconciled(context, [ledgerOf(rowOn(day, "K-1", "4000"), rowOn(day, "K-9"))], { day });
  expect((await rowsOf(first)).map((row) => [row.class, row.reference, row.difference])).toEqual([
    ["completed_not_credited", "K-2", "-5000"],
    ["amount_differs", "K-1", "-1000"],
    ["only_in_ledger", "K-9", "5000"],
  ]);
  const { id } = await exceptionOf(first, "K-1");
  expect(await assignExceptions(finance, { ids: [id], owner: admin.actor.id })).toMatchObject({ ok: true });
  expect(await explainException(finance, { id, reason: "wrong_amount", note: "typed by hand" })).toMatchObject({
    ok: true,
  });
  expect(await exceptionOf(first, "K-1")).toMatchObject({
    id,
    owner: "admin",
    reason: "wrong_amount",
    decision: "explained",
  });

  // A better file: one is corrected, another is still wrong, and one line is gone.
  const second = await reconciled(context, [ledgerOf(rowOn(day, "K-1", "4500"), rowOn(day, "K-2"))], { day });
  expect(await getReconciliation(finance, { runId: first })).toMatchObject({
    isSuperseded: true,
    supersededBy: second,
    open: 1,
  });
  const { rows: runs } = await listReconciliations(finance, runsAsked.parse({}));
  expect(runs).toContainEqual(expect.objectContaining({ runId: second, open: 1 }));
  expect(runs).toContainEqual(expect.objectContaining({ runId: first, open: 0 }));
  expect(await exceptionOf(second, "K-1")).toMatchObject({ id, owner: "admin", decision: "explained" });
  expect((await rowsOf(first)).map(({ reference, exception }) => [reference, exception?.decision])).toEqual([
    ["K-2", "matched"],
    ["K-1", "explained"],
    ["K-9", "superseded"],
  ]);
  const third = await reconciled(context, [ledgerOf(rowOn(day, "K-1"), rowOn(day, "K-2"))], { day });
  expect(await rowsOf(third)).toEqual([]);
  const detail = await getReconciliationRow(finance, { runId: second, position: "1" });
  expect(detail?.history.map(({ kind }) => kind)).toEqual(["matched", "explained", "assigned", "opened"]);
  expect(detail).toMatchObject({ ledger: { line: 2, amount: "4500" }, order: { referenceId: "K-1", amount: "5000" } });
});

test("a broken line is left out with its column and value, and the others are compared", async () => {
  const day = freshDay();
  await reportOrders(context, [orderOn(day, "B-1")]);
  const text = ledgerOf(
    rowOn(day, "B-1"),
    rowOn(day, "B-2", "12.5"),
    `B-3,入金,JPY,1,計上済,${day} 25:00,p`,
    '"B-4,入金',
  );
  const runId = await reconciled(context, [text], { day, encoding: "Shift_JIS" });
  expect(await getReconciliation(await context.as("finance"), { runId })).toMatchObject({
    ...{ state: "done", rows: 4, brokenRows: 3, files: [{ encoding: "Shift_JIS" }] },
    figures: { classes: [{ class: "matched", currency: "JPY", count: 1, ledger: "5000", service: "5000" }] },
  });
  const broken = await listBrokenLines(await context.as("finance"), { runId });
  expect(
    broken?.lines.map(({ line, problems }) => [line, problems.map((one) => [one.column, one.value, one.code])]),
  ).toEqual([
    [3, [["金額", "12.5", "amountDecimals"]]],
    [4, [["計上日時", `${day} 25:00`, "moment"]]],
    [5, [["", '"B-4,入金', "quotes"]]],
  ]);
  // Who does not upload ledgers is not shown what stands in them.
  const seen = await listBrokenLines(await context.as("support"), { runId });
  expect(seen?.lines[0]?.problems[0]?.value).toBe("");
  expect((await getReconciliationRow(await context.as("support"), { runId, position: "1" }))?.ledger?.raw).toBeNull();
});

test("an order whose line could not be read is not said to be in no line", async () => {
  const [finance, day] = [await context.as("finance"), freshDay()];
  await reportOrders(context, [orderOn(day, "BL-1"), orderOn(day, "BL-2"), orderOn(day, "BL-3")]);
  const text = ledgerOf(rowOn(day, "BL-1", "x"), rowOn(day, "BL-3"));
  const runId = await reconciled(context, [text], { day });
  const unread = async (ctx: Ctx, reference: string) => {
    const { position } = (await rowsOf(runId)).find((row) => row.reference === reference)!;
    return (await getReconciliationRow(ctx, { runId, position }))?.unread;
  };
  expect(await unread(finance, "BL-1")).toMatchObject({
    ...{ file: "ledger.csv", line: 2 },
    problems: [{ field: "amount", column: "金額", value: "x", code: "amountNotANumber" }],
  });
  expect((await unread(await context.as("support"), "BL-1"))?.problems[0]?.value).toBe("");
  expect(await unread(finance, "BL-2")).toBeNull();
});

test("closing above the approval rules takes two, and a closed difference does not come back", async () => {
  const [finance, day] = [await context.as("finance"), freshDay()];
  await reportOrders(context, [orderOn(day, "C-1", { amount: "3000" }), orderOn(day, "C-2", { amount: "900000" })]);
  const text = ledgerOf(rowOn(day, "C-3", "100"));
  const runId = await reconciled(context, [text], { day });
  const [small, large] = [await exceptionOf(runId, "C-1"), await exceptionOf(runId, "C-2")];
  await expect(closeAsShown(await context.as("support"), { id: small.id, reason: "no" })).rejects.toThrow(Forbidden);
  expect(await closeAsShown(finance, { id: small.id, reason: "a test order" })).toEqual({
    ok: true,
    value: { kind: "closed" },
  });
  const made = await closeAsShown(finance, { id: large.id, reason: "refunded by the bank" });
  if (!made.ok || made.value.kind !== "confirming") throw new Error("no second person was asked for");
  const decision = { proposalId: made.value.proposalId, apply: true };
  expect(await decideExceptionClose(finance, decision)).toEqual({ ok: false, error: { kind: "own_proposal" } });
  expect(await decideExceptionClose(await context.as("admin"), decision)).toMatchObject({ ok: true });
  expect((await rowsOf(runId)).map(({ exception }) => exception?.decision).toSorted()).toEqual([
    "closed",
    "closed",
    "open",
  ]);

  const again = await reconciled(context, [text], { day });
  expect((await rowsOf(again)).map(({ reference, exception }) => [reference, exception?.decision])).toEqual([
    ["C-1", "closed"],
    ["C-2", "closed"],
    ["C-3", "open"],
  ]);
});

test("what people typed about an exception is masked for who does not see names", async () => {
  const [finance, day] = [await context.as("finance"), freshDay()];
  await reportOrders(context, [
    orderOn(day, "TYPED-1", { amount: "3000" }),
    orderOn(day, "TYPED-2", { amount: "900000" }),
  ]);
  const runId = await reconciled(context, [ledgerOf(rowOn(day, "TYPED-3", "100"))], { day });
  const [closed, proposed] = [await exceptionOf(runId, "TYPED-1"), await exceptionOf(runId, "TYPED-2")];
  for (const { id } of [closed, proposed])
    await explainException(finance, { id, reason: "wrong_amount", note: "ﾔﾏﾀﾞ ﾊﾅｺ asked" });
  await closeAsShown(finance, { id: closed.id, reason: "ﾔﾏﾀﾞ ﾊﾅｺ was refunded" });
  await closeAsShown(finance, { id: proposed.id, reason: "ﾔﾏﾀﾞ ﾊﾅｺ was refunded" });
  const shown = async (role: Role) => {
    const ctx = await context.as(role);
    const view = await listReconciliationRows(ctx, rowsAsked.parse({ runId }));
    const details = view!.rows.map(({ position }) => getReconciliationRow(ctx, { runId, position }));
    return { rows: view!.rows, details: await Promise.all(details) };
  };
  for (const role of ["viewer", "support"] as const) {
    const { rows, details } = await shown(role);
    expect(JSON.stringify({ rows, details })).not.toContain("ﾔﾏﾀﾞ");
    expect(rows.flatMap(({ exception }) => exception?.note ?? [])).toEqual(["•••", "•••"]);
    const events = details.flatMap((detail) => detail?.history ?? []);
    expect(events.find(({ kind }) => kind === "explained")?.detail).toEqual({ reason: "wrong_amount", note: "•••" });
    expect(events.find(({ kind }) => kind === "closed")?.detail).toEqual({ reason: "•••" });
    expect(details.flatMap((detail) => detail?.proposal?.reason ?? [])).toEqual(["•••"]);
  }
  const { proposal } = (await shown("finance")).details.find((detail) => detail?.proposal)!;
  expect(proposal).toMatchObject({ reason: "ﾔﾏﾀﾞ ﾊﾅｺ was refunded" });
  const asked = await getExceptionProposal(await context.as("viewer"), { proposalId: proposal!.id });
  expect(asked).toMatchObject({ proposal: { reason: "•••" }, exception: { note: "•••" } });
  const reason = "ﾔﾏﾀﾞ ﾊﾅｺ was not refunded";
  await decideExceptionClose(await context.as("admin"), { proposalId: proposal!.id, apply: false, reason });
  const rejection = async (role: Role) =>
    (await shown(role)).details
      .flatMap((detail) => detail?.history ?? [])
      .find(({ kind }) => kind === "close_rejected");
  expect(await rejection("finance")).toMatchObject({ by: "admin", detail: { note: reason } });
  expect(await rejection("viewer")).toMatchObject({ by: "admin", detail: { note: "•••" } });
});

test("the history of an exception says that closing it was withdrawn, rejected or has expired", async () => {
  const [finance, admin, day] = [await context.as("finance"), await context.as("admin"), freshDay()];
  await reportOrders(context, [orderOn(day, "H-1", { amount: "900000" })]);
  const runId = await reconciled(context, [ledgerOf(rowOn(day, "H-2", "100"))], { day });
  const { id } = await exceptionOf(runId, "H-1");
  const propose = async () => {
    const made = await closeAsShown(finance, { id, reason: "refunded" });
    if (!made.ok || made.value.kind !== "confirming") throw new Error("no second person was asked for");
    return made.value.proposalId;
  };
  await decideExceptionClose(finance, { proposalId: await propose(), apply: false });
  await decideExceptionClose(admin, { proposalId: await propose(), apply: false });
  const last = await propose();
  await context.pool.query("update proposals set expires_at = now() where id = $1", [last]);
  const { position } = (await rowsOf(runId)).find(({ reference }) => reference === "H-1")!;
  const detail = await getReconciliationRow(finance, { runId, position });
  expect(
    detail?.history
      .map(({ kind }) => kind)
      .filter((kind) => kind !== "close_proposed")
      .toSorted(),
  ).toEqual(["opened", "close_withdrawn", "close_rejected", "close_expired"].toSorted());
});

test("a proposal to close is about the difference that it named, not about its size alone", async () => {
  const [finance, admin, day] = [await context.as("finance"), await context.as("admin"), freshDay()];
  await reportOrders(context, [orderOn(day, "Y-1", { amount: "900000", status: "FAILED" })]);
  const first = await reconciled(context, [ledgerOf(rowOn(day, "Y-1", "900000"))], { day });
  const { id } = await exceptionOf(first, "Y-1");
  const made = await closeAsShown(finance, { id, reason: "booked by mistake" });
  if (!made.ok || made.value.kind !== "confirming") throw new Error("no second person was asked for");
  expect((await listApprovals(admin)).items).toMatchObject([
    {
      ...{ kind: "exception", id: made.value.proposalId },
      exception: { reference: "Y-1", difference: "900000", currency: "JPY" },
    },
  ]);
  // It is as large as before, the other way round.
  await context.db.execute(sql`update transactions set status = 'COMPLETED' where reference_id = 'Y-1'`);
  const second = await reconciled(context, [ledgerOf(rowOn(day, "Y-1", "900000", "未計上"))], { day });
  expect(await exceptionOf(second, "Y-1")).toMatchObject({ id, decision: "open" });
  const decision = { proposalId: made.value.proposalId, apply: true };
  const refused = { ok: false, error: { kind: "difference_changed" } };
  expect(await decideExceptionClose(admin, decision)).toEqual(refused);
  expect(await exceptionOf(second, "Y-1")).toMatchObject({ id, decision: "open" });
});

test("the panel of an older run says what was found since, and a reason is taken for what was shown alone", async () => {
  const [finance, day] = [await context.as("finance"), freshDay()];
  await reportOrders(context, [orderOn(day, "W-1", { amount: "5000" })]);
  const shownBy = async (runId: string) => {
    const row = (await rowsOf(runId)).find(({ reference }) => reference === "W-1");
    const detail = await getReconciliationRow(finance, { runId, position: row?.position ?? "" });
    if (!detail?.exception || !detail.lastFound) throw new Error("no exception");
    const { class: kind, currency, ledgerAmount, serviceAmount } = detail.lastFound;
    return { ...detail, id: detail.exception.id, seen: { class: kind, currency, ledgerAmount, serviceAmount } };
  };
  const first = await reconciled(context, [ledgerOf(rowOn(day, "W-1", "4900"))], { day });
  const before = await shownBy(first);
  expect(before).toMatchObject({ ledgerAmount: "4900", lastFound: { runId: first, ledgerAmount: "4900" } });

  const second = await reconciled(context, [ledgerOf(rowOn(day, "W-1", "1000"))], { day });
  const reason = "the fee of the bank";
  const { id } = before;
  expect(await closeException(finance, { id, reason, seen: before.seen })).toEqual({
    ok: false,
    error: { kind: "changed_since_shown" },
  });
  const after = await shownBy(first);
  expect(after).toMatchObject({ id, ledgerAmount: "4900", lastFound: { runId: second, ledgerAmount: "1000" } });
  expect(after.exception?.decision).toBe("open");
  expect(await closeException(finance, { id, reason, seen: after.seen })).toMatchObject({ ok: true });
});

test("a difference that was closed in one currency comes back in another", async () => {
  const [finance, day] = [await context.as("finance"), freshDay()];
  await reportOrders(context, [orderOn(day, "V-1", { currency: "USDT", amount: "900", status: "FAILED" })]);
  const first = await reconciled(context, [ledgerOf(rowOn(day, "V-1", "900"))], { day });
  const { id } = await exceptionOf(first, "V-1");
  expect(await closeAsShown(finance, { id, reason: "booked wrongly" })).toMatchObject({ value: { kind: "closed" } });
  const inBaht = rowOn(day, "V-1", "900").replace("JPY", "THB");
  const again = await reconciled(context, [ledgerOf(inBaht)], { day });
  expect((await rowsOf(again)).map(({ currency, exception }) => [currency, exception?.decision])).toEqual([
    ["THB", "open"],
  ]);
});

test("amounts of different currencies or types are not set off, and neither side is closed alone", async () => {
  const [finance, day] = [await context.as("finance"), freshDay()];
  await reportOrders(context, [
    orderOn(day, "U-1", { currency: "THB", amount: "900000.00" }),
    orderOn(day, "U-2", { type: "WITHDRAW", amount: "900000" }),
  ]);
  const ledger = ledgerOf(rowOn(day, "U-1", "900"), rowOn(day, "U-2", "900"));
  const runId = await reconciled(context, [ledger], { day });
  const rows = await rowsOf(runId);
  expect(rows).toMatchObject([
    { class: "amount_differs", currency: "JPY", mark: "currency", ledgerAmount: "900", serviceAmount: null },
    { class: "amount_differs", currency: "JPY", mark: "type", ledgerAmount: "900", serviceAmount: null },
  ]);
  expect(rows.map(({ difference, completedOtherwise }) => [difference, completedOtherwise])).toEqual([
    ["900", { amount: "900000.00", currency: "THB" }],
    ["900", { amount: "900000", currency: "JPY" }],
  ]);
  const view = await getReconciliation(finance, { runId });
  expect(view?.figures?.classes).toEqual([
    {
      ...{ class: "amount_differs", currency: "JPY", count: 2, ledger: "1800", service: "0" },
      ...{ difference: "1800", moved: "1800" },
    },
  ]);
  for (const { exception } of rows) {
    const made = await closeAsShown(finance, { id: exception?.id ?? "", reason: "booked wrongly" });
    if (!made.ok || made.value.kind !== "confirming") throw new Error("no second person was asked for");
    const waits = await getExceptionProposal(finance, { proposalId: made.value.proposalId });
    expect(waits?.exception).toMatchObject({
      serviceAmount: null,
      completedOtherwise: { amount: expect.stringMatching(/^900000/) },
    });
  }
});

test("the service is asked about what only the ledger has, and the next run matches it", async () => {
  const finance = await context.as("finance");
  const elsewhere = await openTestContext(service);
  const { referenceId, id } = await requested(elsewhere, { amount: "12000" });
  await sendWithdrawal(await elsewhere.as("job"), { transactionRow: id });
  await service.decide(referenceId, "complete");
  await elsewhere.close();
  // The order is of this very day, which is over once the clock has moved.
  const day = tokyoDay(context.clock.now);
  context.clock.now = new Date(context.clock.now.getTime() + 2 * 86_400_000);
  const line = (reference: string) => `${reference},出金,JPY,12000,計上済,${day} 10:00:00,`;
  const runId = await reconciled(context, [ledgerOf(line(referenceId), line("U-unknown"))], { day });
  context.clock.now = new Date();
  const [held, unknown] = [await exceptionOf(runId, referenceId), await exceptionOf(runId, "U-unknown")];
  expect(await askAboutException(finance, unknown)).toEqual({ ok: true, value: { kind: "not_found" } });
  expect(await askAboutException(finance, held)).toEqual({ ok: true, value: { kind: "held", referenceId } });
  expect((await orderOf(context, referenceId)).status).toBe("COMPLETED");
  // After the first run, by its clock.
  context.clock.now = new Date(context.clock.now.getTime() + 3 * 86_400_000);
  const next = await repeatReconciliation(finance, { runId });
  if (!next.ok) throw new Error(next.error.kind);
  await runReconciliation(await context.as("job"), next.value);
  context.clock.now = new Date();
  expect((await rowsOf(next.value.runId)).map(({ reference }) => reference)).toEqual(["U-unknown"]);
  expect((await rowsOf(runId)).find((row) => row.reference === referenceId)?.exception?.decision).toBe("matched");
});

test("an order that is written differently is offered with the reason, and never matched", async () => {
  const day = freshDay();
  await reportOrders(context, [orderOn(day, "DP-N0-1"), orderOn(day, "N-other", { playerId: "p-1", amount: "777" })]);
  const runId = await reconciled(context, [ledgerOf(rowOn(day, "dp-no-1"), rowOn(day, "N-none", "777"))], { day });
  const finance = await context.as("finance");
  const at = async (reference: string) => {
    const { position } = (await rowsOf(runId)).find((row) => row.reference === reference)!;
    return (await getReconciliationRow(finance, { runId, position }))!.nearMisses.map((near) => [
      near.referenceId,
      near.reason,
    ]);
  };
  expect(await at("dp-no-1")).toEqual([["DP-N0-1", "id_written_differently"]]);
  expect(await at("N-none")).toEqual([["N-other", "player_and_amount"]]);
});

test("a line that is there twice names the other line and their order, and is no other way to write an ID", async () => {
  const [finance, day] = [await context.as("finance"), freshDay()];
  await reportOrders(context, [orderOn(day, "TWICE-1"), orderOn(day, "TWICE-2")]);
  const mapping = { ...LEDGER_MAPPING, columns: { ...LEDGER_MAPPING.columns, transactionId: 6 } };
  const twice = rowOn(day, "TWICE-1").replace("p-1", "T-TWICE-1");
  const contradictory = rowOn(day, "TWICE-2").replace("p-1", "T-elsewhere");
  const runId = await reconciled(context, [ledgerOf(twice, twice, contradictory)], { day, mapping });
  const details = await Promise.all(
    (await rowsOf(runId)).map(({ position }) => getReconciliationRow(finance, { runId, position })),
  );
  expect(
    details.map((detail) => [detail?.class, detail?.sameId?.lines.map(({ line }) => line), detail?.sameId?.orders]),
  ).toEqual([
    ["completed_not_credited", [2, 3], ["TWICE-1"]],
    ["completed_not_credited", [4], ["TWICE-2"]],
    ["only_in_ledger", [2, 3], ["TWICE-1"]],
    ["only_in_ledger", [2, 3], ["TWICE-1"]],
    ["only_in_ledger", [4], ["TWICE-2"]],
  ]);
  expect(details.flatMap((detail) => detail?.nearMisses)).toEqual([]);
});

test("the day after takes over what came in shortly before midnight", async () => {
  const day = freshDay();
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const late = { endedAt: `${day}T14:58:00.000Z` };
  await reportOrders(context, [orderOn(day, "M-1", late), orderOn(day, "M-2", late)]);
  const first = await reconciled(context, [ledgerOf(rowOn(day, "M-0"))], { day });
  expect((await rowsOf(first, { class: "across_cutoff" })).map(({ reference }) => reference)).toEqual(["M-1", "M-2"]);
  const second = await reconciled(context, [ledgerOf(rowOn(next, "M-1"))], { day: next });
  expect((await rowsOf(second, { class: "across_cutoff" })).map(({ reference }) => reference)).toEqual(["M-1"]);
  expect((await rowsOf(second)).map((row) => [row.class, row.reference])).toEqual([["completed_not_credited", "M-2"]]);
});

test("a run that ends after one of the same days that was started later is superseded by it", async () => {
  const [finance, job, day] = [await context.as("finance"), await context.as("job"), freshDay()];
  await reportOrders(context, [orderOn(day, "O-1"), orderOn(day, "O-2")]);
  const begin = async (startedAt: Date, ...rows: string[]) => {
    const { fileId } = await uploadLedger(finance, ledgerOf(...rows));
    const asked = { fileIds: [fileId], firstDay: day, lastDay: day, mapping: LEDGER_MAPPING };
    const made = await startReconciliation({ ...finance, now: () => startedAt }, asked);
    if (!made.ok) throw new Error(made.error.kind);
    return made.value;
  };
  const at = finance.now().getTime();
  const later = await begin(new Date(at + 1_000), rowOn(day, "O-1", "4000"), rowOn(day, "O-2"));
  const earlier = await begin(new Date(at), rowOn(day, "O-1"), rowOn(day, "O-9"));
  // Both were interrupted: the one that was started first is taken up first again.
  await context.db.execute(sql`delete from graphile_worker._private_jobs`);
  await recoverReconciliations(job);
  const { rows } = await context.db.execute<{ run: string }>(
    sql`select payload ->> 'runId' as run from graphile_worker._private_jobs order by id`,
  );
  expect(rows.map(({ run }) => run)).toEqual([earlier.runId, later.runId]);
  await runReconciliation(job, later);
  const { id } = await exceptionOf(later.runId, "O-1");
  await runReconciliation(job, earlier);
  expect(await getReconciliation(finance, later)).toMatchObject({ supersededBy: null, open: 1 });
  expect(await getReconciliation(finance, earlier)).toMatchObject({
    ...{ state: "done", supersededBy: later.runId, open: 0 },
    figures: { classes: [{ class: "completed_not_credited" }, { class: "only_in_ledger" }, { class: "matched" }] },
  });
  expect(await exceptionOf(later.runId, "O-1")).toMatchObject({ id, decision: "open" });
  expect((await rowsOf(earlier.runId)).map(({ exception }) => exception)).toEqual([null, null]);
});

test("a run that is cancelled or lost leaves nothing, and a lost one is begun again", async () => {
  const [finance, job, day] = [await context.as("finance"), await context.as("job"), freshDay()];
  await reportOrders(context, [orderOn(day, "L-1")]);
  const { fileId } = await uploadLedger(finance, ledgerOf(rowOn(day, "L-1")), { partBytes: 17 });
  const begin = async () => {
    const made = await startReconciliation(finance, {
      fileIds: [fileId],
      firstDay: day,
      lastDay: day,
      mapping: LEDGER_MAPPING,
    });
    if (!made.ok) throw new Error(made.error.kind);
    return made.value;
  };
  const cancelled = await begin();
  expect(await cancelReconciliation(finance, cancelled)).toEqual({ ok: true, value: null });
  await runReconciliation(job, cancelled);
  expect(await getReconciliation(finance, cancelled)).toMatchObject({ state: "cancelled", rows: 0, figures: null });
  expect(await cancelReconciliation(finance, cancelled)).toEqual({ ok: false, error: { kind: "not_running" } });

  const lost = await begin();
  await context.db.execute(sql`delete from graphile_worker._private_jobs`);
  await recoverReconciliations(job);
  const { rows } = await context.db.execute<{ count: number }>(
    sql`select count(*)::int as count from graphile_worker.jobs where task_identifier = 'reconcile'`,
  );
  expect(rows[0]?.count).toBe(1);
  // Two instances try at the same time; one result is written.
  await Promise.all([runReconciliation(job, lost), runReconciliation(job, lost)]);
  await runReconciliation(job, lost);
  expect(await getReconciliation(finance, lost)).toMatchObject({
    state: "done",
    rows: 1,
    figures: { classes: [{ count: 1 }] },
  });
});

test("an uploaded ledger says which days its lines have, wherever they stand", async () => {
  const [finance, day, later] = [await context.as("finance"), freshDay(), freshDay()];
  const lines = Array.from({ length: 6_000 }, (_none, at) => rowOn(at < 5_500 ? day : later, `R-${at}`));
  const { days: held } = await uploadLedger(finance, ledgerOf(...lines), { partBytes: 10_000 });
  expect(held).toEqual({ 5: { [day]: 5_500, [later]: 500 } });
});

test("an uploaded ledger without rows is known as such", async () => {
  const [finance, day] = [await context.as("finance"), freshDay()];
  expect((await uploadLedger(finance, `${LEDGER_HEADER}\r\n\r\n`)).isEmpty).toBe(true);
  expect((await uploadLedger(finance, ledgerOf(rowOn(day, "E-1")))).isEmpty).toBe(false);
});

test("the run that the next one of its days replaces is known before, and it can be run again", async () => {
  const [finance, day] = [await context.as("finance"), freshDay()];
  const period = { firstDay: day, lastDay: day };
  expect(await getRunInForce(finance, period)).toEqual({ run: null, within: null });
  await reportOrders(context, [orderOn(day, "I-1"), orderOn(day, "I-2")]);
  const whole = await reconciled(context, [ledgerOf(rowOn(day, "I-1"), rowOn(day, "I-2", "4000"))], { day });
  expect(await getRunInForce(finance, period)).toMatchObject({
    run: { runId: whole, names: ["ledger.csv"], open: 1, figures: { classes: [{ count: 1 }, { count: 1 }] } },
  });
  expect(await getRunInForce(finance, { ...period, lastDay: freshDay() })).toEqual({ run: null, within: null });

  // A file of half the day: what it does not have is now an exception.
  const half = await reconciled(context, [ledgerOf(rowOn(day, "I-1"))], { day });
  expect(await getRunInForce(finance, period)).toMatchObject({ run: { runId: half, open: 1 } });
  const again = await repeatReconciliation(finance, { runId: whole });
  if (!again.ok) throw new Error(again.error.kind);
  await runReconciliation(await context.as("job"), again.value);
  expect(await getRunInForce(finance, period)).toMatchObject({ run: { ...again.value, open: 1 } });
  const [difference] = await rowsOf(again.value.runId);
  expect(difference).toMatchObject({ class: "amount_differs", exception: { decision: "open" } });
});

test("a longer run that the month's package counts in place of one of some of its days is known before", async () => {
  const finance = await context.as("finance");
  const inForce = async (firstDay: string, lastDay: string) => {
    const { run, within } = await getRunInForce(finance, { firstDay, lastDay });
    return [run?.runId, within?.runId];
  };
  const line = (day: string) => ledgerOf(rowOn(day, `LONG-${day}`));
  const long = await reconciled(context, [line("2022-01-11")], { day: "2022-01-10", lastDay: "2022-01-12" });
  expect(await inForce("2022-01-11", "2022-01-11")).toEqual([undefined, long]);
  expect(await inForce("2022-01-10", "2022-01-12")).toEqual([long, undefined]);
  expect(await inForce("2022-01-12", "2022-01-13")).toEqual([undefined, undefined]);
  const own = await reconciled(context, [line("2022-01-11")], { day: "2022-01-11" });
  expect(await inForce("2022-01-11", "2022-01-11")).toEqual([own, long]);
  // The package of the next month does not know a run that began in this one.
  await reconciled(context, [line("2022-01-31")], { day: "2022-01-31", lastDay: "2022-02-02" });
  expect(await inForce("2022-02-01", "2022-02-01")).toEqual([undefined, undefined]);
});

test("what cannot be read is refused with its reason", async () => {
  const [finance, day] = [await context.as("finance"), freshDay()];
  const { fileId } = await uploadLedger(finance, ledgerOf(rowOn(day, "R-1")));
  const other = await uploadLedger(finance, "another,header\r\n1,2");
  const start = (more: object) =>
    startReconciliation(finance, { fileIds: [fileId], firstDay: day, lastDay: day, mapping: LEDGER_MAPPING, ...more });
  expect(await start({ fileIds: [fileId, other.fileId] })).toEqual({ ok: false, error: { kind: "header_differs" } });
  expect(await start({ lastDay: tokyoDay(context.clock.now) })).toEqual({ ok: false, error: { kind: "not_over_yet" } });
  const { amount: _amount, ...columns } = LEDGER_MAPPING.columns;
  expect(await start({ mapping: { ...LEDGER_MAPPING, columns } })).toEqual({
    ok: false,
    error: { kind: "amount_unmapped" },
  });
  expect(await completeLedger(finance, { fileId: crypto.randomUUID() })).toEqual({
    ok: false,
    error: { kind: "no_file" },
  });
});

test("a ledger of which no line can be read fails, replaces nothing and lists its lines", async () => {
  const [finance, day] = [await context.as("finance"), freshDay()];
  await reportOrders(context, [orderOn(day, "UNREAD-1")]);
  const good = await reconciled(context, [ledgerOf(rowOn(day, "UNREAD-1"))], { day });
  const broken = await reconciled(context, [ledgerOf(rowOn(day, "UNREAD-1", "abc"), rowOn(day, "UNREAD-2", "abc"))], {
    day,
  });
  expect(await getReconciliation(finance, { runId: broken })).toMatchObject({
    ...{ state: "failed", failure: "unreadable", rows: 2, brokenRows: 2, figures: null, isSuperseded: false },
  });
  const lines = await listBrokenLines(finance, { runId: broken });
  expect(lines?.lines.map(({ line }) => line)).toEqual([2, 3]);
  expect((await getRunInForce(finance, { firstDay: day, lastDay: day })).run?.runId).toBe(good);
  expect(await getReconciliation(finance, { runId: good })).toMatchObject({ isSuperseded: false, open: 0 });
});

test("the CSV of a class has its rows with what people found out", async () => {
  const [finance, day] = [await context.as("finance"), freshDay()];
  await reportOrders(context, [orderOn(day, "000123")]);
  const runId = await reconciled(context, [ledgerOf(rowOn(day, "X-2", "70"))], { day });
  await explainException(finance, { id: (await exceptionOf(runId, "X-2")).id, reason: "test_order", note: "" });
  const lines = async (by: Ctx) => {
    const file = await exportReconciliation(by, { runId, class: "exceptions" });
    if (!file?.ok) throw new Error("no file");
    return (await new Response(file.value.body).text()).replace("\ufeff", "").trim().split("\r\n");
  };
  expect(await lines(finance)).toEqual([
    "class,reference,currency,ledger,service,difference,status,mark,owner,reason,note,decision,closedBy,closeReason",
    'completed_not_credited,"=""000123""",JPY,,5000,-5000,COMPLETED,,,,,open,,',
    "only_in_ledger,X-2,JPY,70,,70,,,,test_order,,explained,,",
  ]);
  const reason = "an order of our own tests";
  await context.db.execute(sql`update reconciliation_exceptions
    set state = 'closed', ended_at = now(), closed_by = ${finance.actor.id}, close_reason = ${reason}
    where id = ${(await exceptionOf(runId, "X-2")).id}`);
  expect((await lines(finance))[2]).toBe(`only_in_ledger,X-2,JPY,70,,70,,,,test_order,,closed,finance,${reason}`);
});

test("a CSV that is cancelled before its first row keeps no connection", async () => {
  const [finance, day] = [await context.as("finance"), freshDay()];
  const runId = await reconciled(context, [ledgerOf(rowOn(day, "X-3", "70"))], { day });
  const pool = openPool(context.runtimeUrl, () => undefined, { max: 2 });
  const file = await exportReconciliation({ ...finance, db: connect(pool) }, { runId, class: "exceptions" });
  if (!file?.ok) throw new Error("no file");
  await file.value.body.cancel();
  expect(pool.totalCount - pool.idleCount).toBe(0);
  await pool.end();
});

test("a close keeps the figures of its run with the open exceptions, and its first figures stay beside the second", async () => {
  const [finance, admin, day] = [await context.as("finance"), await context.as("admin"), "2023-06-01"];
  await context.db.execute(sql`insert into balance_snapshots (environment, currency, available, ledger, first_seen_at, last_seen_at)
    values ('sandbox', 'JPY', 0, 0, '2023-05-01', '2023-05-31T15:00:00Z'), ('sandbox', 'JPY', 5000, 5000, '2023-06-01T04:00:00Z', now())`);
  await reportOrders(context, [orderOn(day, "D-1")]);
  await reconciled(context, [ledgerOf(rowOn(day, "D-1", "4000"), rowOn(day, "D-2", "no amount"))], { day });
  expect(await closeDayAsShown(finance, { day, reason: "the ledger is corrected tomorrow" })).toMatchObject({
    ok: true,
    value: { kind: "closed" },
  });
  expect(await getDay(finance, { day })).toMatchObject({
    closed: {
      reconciliation: {
        openCount: 1,
        brokenRows: 1,
        open: [{ class: "amount_differs", reference: "D-1", ledger: "4000", service: "5000" }],
      },
    },
  });
  await reconciled(context, [ledgerOf(rowOn(day, "D-1"))], { day });
  const later = await getDay(finance, { day });
  expect(later?.reconciliation).toMatchObject({ openCount: 0, classes: [{ class: "matched", count: 1 }] });
  expect(later?.closed?.reconciliation?.openCount).toBe(1);

  const reopening = await proposeReopening(finance, { day, reason: "the ledger was corrected" });
  if (!reopening.ok) throw new Error(reopening.error.kind);
  expect(await decideDayChange(admin, { ...reopening.value, apply: true })).toMatchObject({ ok: true });
  expect(await closeDayAsShown(finance, { day, reason: "corrected" })).toMatchObject({ ok: true });
  const again = await getDay(finance, { day });
  expect(again?.closed?.reconciliation?.openCount).toBe(0);
  expect(again?.earlier).toMatchObject([
    { version: 1, figures: [{ currency: "JPY" }], reopened: { reason: "the ledger was corrected" } },
  ]);
});
