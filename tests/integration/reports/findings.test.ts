import { parse } from "csv-parse/sync";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { deliveries } from "@/drizzle/schema/deliveries";
import { discrepancies } from "@/drizzle/schema/discrepancies";
import { attempts } from "@/drizzle/schema/evidence";
import { balanceMovements } from "@/drizzle/schema/movements";
import { reconciliationExceptions } from "@/drizzle/schema/reconciliation";
import { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { payeeKey } from "@/lib/limits/payee";
import { exportFindings } from "@/lib/reports/findings/export";
import { FINDINGS, type Finding, pathOf } from "@/lib/reports/findings/kinds";
import { getFindings } from "@/lib/reports/findings/queries";
import { findingsAsked } from "@/lib/reports/findings/schema";
import { openTestContext, type TestContext } from "../../support/context";

const environment = "sandbox" as const;
const DAYS = { from: "2026-11-01", to: "2026-11-30" };
const IN = new Date("2026-11-10T12:00:00+09:00");
const later = (hours: number) => new Date(IN.getTime() + hours * 3_600_000);
/** The last moment before the period, and the first one after it. */
const BEFORE = new Date("2026-10-31T23:59:59+09:00");
const AFTER = new Date("2026-12-01T00:00:00+09:00");

let context: TestContext;
let made = 0;

type Order = Partial<typeof transactions.$inferInsert>;

async function order(more: Order = {}): Promise<string> {
  made += 1;
  const createdAt = more.createdAt ?? IN;
  const amount = String(1_000 + made);
  const [row] = await context.db
    .insert(transactions)
    .values({
      ...{ environment, referenceId: `F-${made}`, type: "WITHDRAW", currency: "JPY", amount, playerId: `p-${made}` },
      ...{ createdAt, updatedAt: createdAt, ...more },
    } as typeof transactions.$inferInsert)
    .returning();
  if (!row) throw new Error("no order");
  return row.id;
}

type Account = { account: string; bank?: string; branch?: string };

/** Requested here, so that its account is known. */
async function payout(more: Order, { account, bank = "0005", branch = "001" }: Account) {
  const { actor } = await context.as("ops");
  if (actor.kind !== "user") throw new Error("no user");
  const to = { destination: bank, destinationBranchCode: branch, destinationAccount: account };
  await context.db.insert(withdrawals).values({
    ...{ ...to, transactionRow: await order(more), payeeKey: payeeKey(to), destinationName: "", digest: "0" },
    ...{ destinationAccountName: "", approvalBasis: "payout", approvalAmount: "0", approversNeeded: 0 },
    ...{ requestedBy: actor.id, requestedAt: IN },
  });
}

const paid = (at: Date): Order => ({
  status: "COMPLETED",
  statusSource: "query",
  endedAt: at,
  endedAtSource: "service",
});

const came = (more: Partial<typeof deliveries.$inferInsert>) =>
  context.db.insert(deliveries).values({
    ...{
      environment,
      receivedAt: IN,
      headers: {},
      body: Buffer.from("{}"),
      signature: "absent",
      answered: 200,
      ...more,
    },
  } as typeof deliveries.$inferInsert);

const exception = (more: Partial<typeof reconciliationExceptions.$inferInsert>) => {
  made += 1;
  const run = "00000000-0000-4000-8000-000000000001";
  return context.db.insert(reconciliationExceptions).values({
    ...{ environment, identity: `e-${made}`, currency: "JPY", day: "2026-11-10", firstRun: run, lastRun: run },
    ...{ openedAt: IN, ...more },
  } as typeof reconciliationExceptions.$inferInsert);
};

beforeAll(async () => {
  context = await openTestContext();
  context.clock.now = new Date("2026-11-30T12:00:00+09:00");
  // The same amount for the same player: within a day, much later, after one that failed, one that was corrected, after
  // one that was declined, and a repeat that was declined.
  const same = { playerId: "p-double", amount: "5000" };
  for (const [hours, more] of [
    [0, {}],
    [20, paid(later(21))],
    [100, {}],
    [101, { submission: "sent_back" }],
    [200, { status: "FAILED", statusSource: "query" }],
    [201, {}],
    [300, { submission: "declined" }],
    [301, {}],
    [302, { submission: "declined" }],
  ] as [number, Order][])
    await order({ ...same, createdAt: later(hours), ...more });
  // Across the beginning of the period, and by account.
  const across = { playerId: "p-across", amount: "7000" };
  await order({ ...across, createdAt: BEFORE });
  await order({ ...across, createdAt: new Date(BEFORE.getTime() + 60_000) });
  await payout({ playerId: "a", amount: "900", createdAt: later(1) }, { account: "123-4567" });
  await payout({ playerId: "b", amount: "900", createdAt: later(2) }, { account: "1234567" });
  // The number alone is no account: at another bank, and at another branch.
  await payout({ playerId: "c", amount: "900", createdAt: later(3) }, { account: "1234567", bank: "0009" });
  await payout({ playerId: "d", amount: "900", createdAt: later(4) }, { account: "1234567", branch: "002" });
  // Without a clear response at first: one turned out to be paid.
  for (const more of [paid(later(1)), { submission: "unknown" as const }]) {
    const transactionRow = await order({ submission: "accepted", amount: "250", ...more });
    await came({ transactionRow, effect: "applied", signature: "valid" });
    await context.db.insert(attempts).values({
      ...{ transactionRow, number: 1, nonce: "n", signedAt: IN, path: "/withdraw", body: "{}", claimedAt: IN },
      ...{ outcome: "unknown", endedAt: IN },
    });
  }
  await order({ submission: "declined", amount: "300" });
  await order({ submission: "stopped", amount: "400" });
  // Callbacks: forged, too early and repeated, contradicting, none.
  const failed = await order({ status: "FAILED", statusSource: "query", amount: "800" });
  const said = { status: "COMPLETED", type: null, money: null, playerId: null };
  await came({ refusal: "wrong_signature", signature: "wrong", answered: 401 });
  await came({ refusal: "wrong_signature", signature: "wrong", answered: 401, receivedAt: BEFORE });
  await came({ transactionRow: failed, effect: "asked", said });
  await came({ transactionRow: failed, effect: "repeat", said });
  await came({ transactionRow: failed, effect: "mismatch", said });
  await order({ ...paid(IN), amount: "600" });
  await order({ ...paid(AFTER), amount: "600" });
  const heard = await order(paid(IN));
  await came({ transactionRow: heard, effect: "applied", signature: "valid", said });
  // Records.
  const contested = await order({ amount: "700", discrepancyAt: IN, resolvedAt: IN, status: "FAILED" });
  for (const one of ["COMPLETED", "amount 1"])
    await context.db.insert(discrepancies).values({ transactionRow: contested, at: IN, kind: "reports", said: one });
  await exception({ class: "credited_not_completed", ledgerAmount: "10" });
  await exception({ class: "credited_not_completed", ledgerAmount: "20", state: "superseded", endedAt: IN });
  await exception({ class: "amount_differs", ledgerAmount: "100", serviceAmount: "130" });
  await exception({ class: "only_at_service", serviceAmount: "40", orderId: heard, state: "matched", endedAt: IN });
  await exception({ class: "only_in_ledger", ledgerAmount: "5", currency: "THB", day: "2026-12-01" });
  const movement = { environment, currency: "JPY", fromAt: IN, untilAt: IN, foundAt: IN };
  await context.db.insert(balanceMovements).values([
    { ...movement, amount: "-50" },
    { ...movement, amount: "70" },
    { ...movement, amount: "1", explainedAt: IN },
  ]);
  await context.db.insert(registrations).values([
    ...(["FAILED", "EXPIRED", "REGISTERED"] as const).map((status) => ({
      ...{ environment, playerId: `kyc-${status}`, currency: "JPY", status, statusSource: "query" as const },
      ...{ statusAt: IN, createdAt: IN, updatedAt: IN },
      supersededAt: status === "FAILED" ? IN : null,
    })),
  ]);
});
afterAll(() => context.close());

const read = async (asked: Record<string, string> = DAYS) =>
  getFindings(await context.as("finance"), findingsAsked.parse(asked));

/** By hand: count, sum by currency, and what became of them. */
const EXPECTED: Record<Finding, [number, Record<string, string>, Record<string, number>]> = {
  double_payouts: [4, { JPY: "17900" }, { COMPLETED: 1, not_sent: 1, unheard: 2 }],
  unknown_outcomes: [2, { JPY: "500" }, { COMPLETED: 1, unknown: 1 }],
  stopped_payouts: [4, { JPY: "10700" }, { not_sent: 4 }],
  forged_callbacks: [1, {}, {}],
  false_paid_callbacks: [1, { JPY: "800" }, { FAILED: 1 }],
  contradicting_callbacks: [1, { JPY: "800" }, { FAILED: 1 }],
  // The one that was asked for twice is paid without a callback, too.
  missing_callbacks: [2, { JPY: "5600" }, { COMPLETED: 2 }],
  discrepancies: [1, { JPY: "700" }, { resolved: 1 }],
  credited_not_completed: [1, { JPY: "10" }, { open: 1 }],
  completed_not_credited: [0, {}, {}],
  amount_differs: [1, { JPY: "30" }, { open: 1 }],
  only_in_ledger: [0, {}, {}],
  only_at_service: [1, { JPY: "40" }, { matched: 1 }],
  balance_movements: [2, { JPY: "120" }, {}],
  kyc_failed: [2, {}, { EXPIRED: 1, registered_again: 1 }],
};

async function fileOf(by: Ctx, asked: Record<string, string>) {
  const made = await exportFindings(by, findingsAsked.parse(asked));
  if (!made.ok) throw new Error(made.error.kind);
  return made.value;
}

describe("what was found in a period", () => {
  test.each(FINDINGS)("%s has the count, sum and outcomes of a set by hand", async (finding) => {
    const found = (await read()).sums.find((sum) => sum.finding === finding);
    const [count, sums, outcomes] = EXPECTED[finding];
    expect(found?.count).toBe(count);
    expect(Object.fromEntries(found?.outcomes.map((one) => [one.outcome, one.count]) ?? [])).toEqual(outcomes);
    expect(Object.fromEntries(found?.sums.map(({ currency, amount }) => [currency, amount]) ?? [])).toEqual(sums);
  });

  test("each count is that of its list, and of its file", async () => {
    const finance = await context.as("finance");
    for (const finding of FINDINGS) {
      const view = await read({ ...DAYS, finding });
      const [count] = EXPECTED[finding];
      expect([finding, view.list?.rows.length]).toEqual([finding, count]);
      const { body, name } = await fileOf(finance, { ...DAYS, finding });
      expect(parse(body, { columns: true, bom: true })).toHaveLength(count);
      expect(name).toBe(`choba-sandbox-findings-2026-11-01-2026-11-30-${finding}.csv`);
      for (const row of view.list?.rows ?? []) {
        expect(pathOf({ environment, filter: view.filter, finding }, row)).toMatch(/^\/sandbox\/\w+/);
      }
    }
  });

  test("a list names the clock of its times, and keeps a reference of digits as it is", async () => {
    await exception({ class: "credited_not_completed", ledgerAmount: "1", ledgerKey: "000123", day: "2026-10-05" });
    const { body } = await fileOf(await context.as("finance"), {
      ...{ from: "2026-10-05", to: "2026-10-05", finding: "credited_not_completed" },
    });
    expect(parse(body, { columns: true, bom: true })).toEqual([
      {
        ...{ finding: "credited_not_completed", "at (Asia/Tokyo, UTC+09:00)": "2026-11-10 12:00:00" },
        ...{ reference: '="000123"', currency: "JPY", amount: "1", outcome: "open" },
      },
    ]);
  });

  test("a list of more than a file has is not cut: no file is made, and the page does not offer it", async () => {
    const finance = await context.as("finance");
    const asked = findingsAsked.parse({ ...DAYS, finding: "balance_movements" });
    const exports = () => context.db.$count(auditEvents, eq(auditEvents.action, "reports.exported"));
    const before = await exports();
    expect(await exportFindings(finance, asked, 1)).toEqual({ ok: false, error: { kind: "too_many", most: 1 } });
    expect(await exports()).toBe(before);
    expect(await exportFindings(finance, asked, 2)).toMatchObject({ ok: true });
    expect((await getFindings(finance, asked, 1)).list).toMatchObject({ fitsFile: false });
    expect((await getFindings(finance, asked, 2)).list).toMatchObject({ fitsFile: true });
  });

  test("the file of all has a line a currency, and its export is recorded", async () => {
    const { body } = await fileOf(await context.as("finance"), DAYS);
    const lines: Record<string, string>[] = parse(body, { columns: true, bom: true });
    expect(lines).toHaveLength(FINDINGS.length);
    expect(lines).toContainEqual({ finding: "balance_movements", currency: "JPY", count: "2", amount: "120" });
    expect(lines).toContainEqual({ finding: "forged_callbacks", currency: "", count: "1", amount: "" });
    const recorded = context.db.select().from(auditEvents).where(eq(auditEvents.action, "reports.exported"));
    const [line] = await recorded.orderBy(desc(auditEvents.id)).limit(1);
    expect(line?.detail).toEqual({ filter: "from=2026-11-01&to=2026-11-30", rows: FINDINGS.length });
  });

  test("the usual period is the last month, also where the address names none that exists", async () => {
    const usual = { from: "2026-10-31", to: "2026-11-30", finding: undefined };
    for (const asked of [{}, { from: "2026-11-30", to: "2026-11-01" }, { from: "x", to: "y", finding: "z" }])
      expect((await read(asked as Record<string, string>)).filter).toEqual(usual);
  });

  test("nothing of the other environment is counted", async () => {
    const elsewhere = { ...(await context.as("finance")), environment: "production" as const };
    const { sums } = await getFindings(elsewhere, findingsAsked.parse(DAYS));
    expect(sums.map(({ count }) => count)).toEqual(FINDINGS.map(() => 0));
  });
});
