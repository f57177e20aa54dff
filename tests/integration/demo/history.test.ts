import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { batches } from "@/drizzle/schema/batches";
import { dailyCloses } from "@/drizzle/schema/daily-closes";
import { attempts } from "@/drizzle/schema/evidence";
import { payees } from "@/drizzle/schema/payees";
import { reconciliationExceptions, reconciliationRuns } from "@/drizzle/schema/reconciliation";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { verifyEveryChain } from "@/lib/audit/verify";
import { createVault } from "@/lib/auth/crypto";
import { activeDemoUsers, addUser, DEMO_SEEDER } from "@/lib/auth/users";
import { partsOfHeld, restIs } from "@/lib/balances/held-balance";
import { getBalanceHistory } from "@/lib/balances/queries";
import { availableAt } from "@/lib/balances/snapshots";
import { hashOf } from "@/lib/daily-close/closes";
import { countDay } from "@/lib/daily-close/count-day";
import { changedSince } from "@/lib/daily-close/figures";
import { type DayDocument, differencesOf } from "@/lib/daily-close/schema";
import { holdsDemoData } from "@/lib/demo/queries";
import { alteredDeposits } from "@/lib/deposits/integrity";
import { bankDirectory } from "@/lib/japan/directory/load";
import { recipientWarnings } from "@/lib/payees/recipient-warnings";
import { runReconciliation } from "@/lib/reconciliation/run";
import { tokyoDayOf } from "@/lib/time";
import { nonCreationSoFar } from "@/lib/transactions/non-creation/verify";
import { LIST_STATUSES } from "@/lib/transactions/status/display-status";
import { alteredWithdrawals } from "@/lib/withdrawals/integrity";
import { banksOf } from "@/sandbox/banks/banks";
import { migrate, openDatabase } from "@/sandbox/database";
import { checkBooks } from "@/sandbox/ledger/check";
import { merchant as merchantShape } from "@/sandbox/merchants/config";
import { fillBookAndBatches, isBookEmpty } from "@/scripts/demo/book-and-batches";
import { fillConsole } from "@/scripts/demo/console/fill-console";
import { fillSandbox } from "@/scripts/demo/fill-sandbox";
import { makeHistory } from "@/scripts/demo/history";
import { fillLedger, isLedgerMissing } from "@/scripts/demo/ledger";
import { COLLEAGUES } from "@/scripts/demo/staff";
import { openTestContext, type TestContext } from "../../support/context";
import { createDatabase, type TestDatabase } from "../../support/database";
import { TEST_SECRET } from "../../support/test-secret";

const UNTIL = new Date("2026-11-23T11:40:00Z");
const APP_URL = "http://console.test";
const merchant = merchantShape.parse({
  number: 10001,
  name: "Demo Store",
  apiKey: "key_of_the_demo_merchant",
  secretKey: "secret_of_the_demo_merchant",
  currencies: {
    JPY: {
      openingBalance: "50000000",
      fees: { DEPOSIT: { perMille: "15" }, WITHDRAW: { flat: "150", perMille: "5" } },
    },
    THB: {
      openingBalance: "2000000",
      fees: { DEPOSIT: { perMille: "12" }, WITHDRAW: { flat: "12.50", perMille: "2.5" } },
    },
    USDT: { openingBalance: "250000", fees: { DEPOSIT: { perMille: "10" }, WITHDRAW: { flat: "1" } } },
  },
  gateways: ["JPBANK"],
});
const service = { merchant, appUrl: APP_URL };

let console_: TestContext;
let books: TestDatabase;
let sandbox: ReturnType<typeof openDatabase>;
const tookMs: Record<string, number> = {};

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  tookMs[name] = Math.round(performance.now() - startedAt);
  return result;
}

beforeAll(async () => {
  console_ = await openTestContext({
    baseUrl: "http://127.0.0.1:1",
    apiKey: merchant.apiKey,
    secretKey: merchant.secretKey,
  });
  console_.clock.now = UNTIL;
  books = await createDatabase();
  sandbox = openDatabase(books.url, () => {});
  await migrate(sandbox);
  await timed("sandbox", () => fillSandbox(sandbox, service, UNTIL));

  const joined = () => new Date(UNTIL.getTime() - 120 * 86_400_000);
  const roles = ["admin", "finance", "support", "ops", "approver", "viewer"] as const;
  const people = [...roles.map((role) => ({ email: `${role}@demo.example`, name: role, role })), ...COLLEAGUES];
  for (const person of people) {
    await addUser({ db: console_.db, now: joined, actor: DEMO_SEEDER }, { ...person, password: null });
  }
  // By the application's own role: it needs no more rights than that has.
  const { db } = await console_.as("job");
  await timed("console", () =>
    fillConsole({ db, vault: createVault(TEST_SECRET), baseUrl: "http://127.0.0.1:1" }, service, UNTIL),
  );
}, 180_000);

afterAll(async () => {
  console.info(`filled in ${JSON.stringify(tookMs)} ms`);
  await Promise.all([console_.close(), sandbox.end()]);
  await books.drop();
});

test("the history is the same each time, and holds about 60 orders a day for 35 days", () => {
  const history = makeHistory(UNTIL);
  expect(makeHistory(UNTIL)).toEqual(history);
  expect(history.days).toHaveLength(35);
  expect(history.orders.length / 35).toBeGreaterThan(50);
  expect(history.orders.length / 35).toBeLessThan(70);
  expect(new Set(history.orders.map(({ referenceId }) => referenceId)).size).toBe(history.orders.length);
});

test("what the service refused was at a bank that it does not list, and no other order is", () => {
  const listed = new Set(banksOf("THB").map(({ bankCode }) => bankCode));
  const baht = makeHistory(UNTIL).orders.filter(({ currency }) => currency === "THB");
  expect(baht.filter(({ attempt }) => attempt?.answer === "refused").length).toBeGreaterThan(3);
  for (const { attempt, party } of baht) expect(listed.has(party.destination)).toBe(attempt?.answer !== "refused");
});

test("a note says nothing that its order contradicts", () => {
  const noted = makeHistory(UNTIL).orders.flatMap((order) => order.notes.map(({ text }) => ({ order, text })));
  expect(noted.length).toBeGreaterThan(20);
  for (const { order, text } of noted) {
    const isFailed = order.moves.at(-1)?.to === "FAILED";
    if (isFailed) expect(text).not.toMatch(/取消|closed at/);
    if (order.currency === "USDT") expect(text).not.toMatch(/bank|口座|振込/i);
    expect(text).not.toMatch(/\d:\d\d/);
  }
});

test("the history switches signed callbacks on; every other setting follows the merchants' file", async () => {
  const { rows } = await sandbox.query("select changes from merchants");
  expect(rows).toEqual([{ changes: { announced: { signedCallbacks: true } } }]);
});

test("filled a second time, both sides stay as they are", async () => {
  const { db } = await console_.as("job");
  const again = { db, vault: createVault(TEST_SECRET), baseUrl: "http://127.0.0.1:1" };
  const later = new Date(UNTIL.getTime() + 86_400_000);
  expect(await fillConsole(again, service, later)).toBe(false);
  expect(await fillSandbox(sandbox, service, later)).toEqual({ until: UNTIL, appUrl: APP_URL });
  expect(await holdsDemoData({ db, environment: "sandbox" })).toBe(true);
  expect(await holdsDemoData({ db, environment: "production" })).toBe(false);
});

/** What the console had not heard of yet: a call by a strange word, and a request on its way. */
const NOT_HEARD = ["unfamiliar", "unheard"];

test("the service holds each order as the console does, to the yen", async () => {
  const held = await console_.db.select().from(transactions);
  const { rows: orders } = await sandbox.query<Record<"id" | "reference" | "status" | "amount" | "fee", string>>(
    "select transaction_id as id, reference_id as reference, status, amount, fee from orders",
  );
  const byReference = new Map(orders.map((order) => [order.reference, order]));
  for (const order of held) {
    const found = byReference.get(order.referenceId);
    if (order.submission === "submitting") {
      expect(found?.status).toBe("SUCCESS");
      continue;
    }
    expect(found !== undefined, order.referenceId).toBe(order.submission === "accepted");
    if (!found) continue;
    expect(Number(found.amount)).toBe(Number(order.amount));
    expect(Number(found.fee)).toBe(Number(order.fee));
    expect(found.id).toBe(order.transactionId);
    if (!NOT_HEARD.includes(order.displayStatus)) expect(found.status, order.referenceId).toBe(order.status);
  }
  const isThere = ({ submission }: (typeof held)[number]) => submission === "accepted" || submission === "submitting";
  expect(orders).toHaveLength(held.filter(isThere).length);
});

test("the service's books balance and are what the console saw last, all of it explained", async () => {
  expect(await checkBooks(sandbox)).toEqual([]);
  const { rows } = await sandbox.query<{ currency: string; available: string; held: string }>(`
    select currency, sum(balance) filter (where kind = 'available') as available,
      sum(balance) filter (where kind = 'held') as held from accounts group by currency`);
  const finance = await console_.as("finance");
  for (const { currency, available, held } of rows) {
    const [last] = await console_.db
      .select()
      .from(balanceSnapshots)
      .where(eq(balanceSnapshots.currency, currency))
      .orderBy(sql`id desc`)
      .limit(1);
    expect(Number(last?.available)).toBe(Number(available));
    expect(Number(last?.ledger)).toBe(Number(available) + Number(held));
    const { history } = await getBalanceHistory(finance, { range: "month", currency });
    const explained = history?.currency === currency ? history.explanation : undefined;
    expect(explained && restIs(partsOfHeld(explained)), currency).toBe("none");
    // The balances show a change since the day began.
    expect((await availableAt(finance, tokyoDayOf(UNTIL).from)).has(currency), currency).toBe(true);
  }
});

test("every state that lists offer occurs", async () => {
  const { rows } = await console_.db.execute<{ state: string }>(
    sql`select distinct display_status as state from transactions`,
  );
  expect(rows.map(({ state }) => state).toSorted()).toEqual([...LIST_STATUSES].toSorted());
});

test("the audit log verifies, and every order agrees with it", async () => {
  expect((await verifyEveryChain(console_.db)).map(({ broken }) => broken)).toEqual([null, null, null]);
  const deps = { db: console_.db, vault: createVault(TEST_SECRET) };
  for await (const { order, altered } of alteredWithdrawals(deps)) throw new Error(`${order.referenceId}: ${altered}`);
  for await (const { order, altered } of alteredDeposits(deps)) throw new Error(`${order.referenceId}: ${altered}`);
});

test("no user approved a payout of their own, and none left without its approvals", async () => {
  const { rows } = await console_.db.execute<{ own: number; missing: number }>(sql`
    select count(*) filter (where exists (
        select from approvals a where a.transaction_row = w.transaction_row and a.by = w.requested_by))::int as own,
      count(*) filter (where exists (select from attempts t where t.transaction_row = w.transaction_row)
        and (select count(*) from approvals a where a.transaction_row = w.transaction_row and a.decision = 'approved')
          < w.approvers_needed)::int as missing
    from withdrawals w`);
  expect(rows[0]).toEqual({ own: 0, missing: 0 });
});

test("closed days agree with a recount, and add up", async () => {
  const closes = await console_.db.select().from(dailyCloses);
  expect(closes.length).toBeGreaterThan(25);
  expect(new Set(closes.map(({ closedBy }) => closedBy)).size).toBe(2);
  for (const { day, document, hash } of closes) {
    const closed: DayDocument = JSON.parse(document);
    const from = new Date(`${day}T00:00:00+09:00`);
    const before = new Date(from.getTime() + 86_400_000);
    const now = await countDay({ db: console_.db, environment: "sandbox" }, { from, before });
    expect(hashOf(document)).toBe(hash);
    expect([...changedSince(closed.figures, now)]).toEqual([]);
    expect(differencesOf(closed.figures), day).toEqual([]);
  }
});

test("the one that was sent again is proven not to exist", async () => {
  const lost = await console_.db.select().from(transactions).where(eq(transactions.submission, "not_created"));
  expect(lost).toHaveLength(1);
  const proof = await nonCreationSoFar(console_.db, { id: lost[0]?.id ?? "" });
  expect(proof?.nonCreation.kind).toBe("not_created");
});

test("banks and branches are those of the directory", async () => {
  const directory = await bankDirectory();
  const recipients = await console_.db
    .selectDistinct({
      destination: withdrawals.destination,
      destinationName: withdrawals.destinationName,
      branchCode: withdrawals.destinationBranchCode,
      destinationBranchName: sql<string>`coalesce(${withdrawals.destinationBranchName}, '')`,
    })
    .from(withdrawals)
    .where(sql`${withdrawals.destinationBranchCode} is not null`);
  expect(recipients.length).toBeGreaterThan(30);
  for (const typed of recipients) {
    const bank = directory.bank(typed.destination)?.name ?? null;
    const branch = directory.branch(typed.destination, typed.branchCode ?? "")?.name ?? null;
    expect(recipientWarnings(typed, { bank, branch }), typed.destinationBranchName).toEqual([]);
  }
});

test("what was sent is on record byte for byte, and its users are demo users", async () => {
  const sent = await console_.db.select().from(attempts);
  for (const { body, nonce } of sent) expect(JSON.parse(body).nonce).toBe(nonce);
  expect(await activeDemoUsers(console_.db)).toHaveLength(6 + COLLEAGUES.length);
});

test("payees and batches are added once, by the same rules as a user's, for the worker to send", async () => {
  const [admin, ops, approver] = await Promise.all([console_.as("admin"), console_.as("ops"), console_.as("approver")]);
  expect(await isBookEmpty(console_.db)).toBe(true);
  await timed("book", () => fillBookAndBatches({ admin, ops, approver }));
  expect(await isBookEmpty(console_.db)).toBe(false);
  const book = await console_.db.select().from(payees);
  expect(book).toHaveLength(13);
  expect(book.filter(({ waiting }) => waiting !== null)).toHaveLength(3);
  expect(book.filter(({ blockedAt }) => blockedAt !== null)).toHaveLength(1);
  const made = await console_.db.select({ state: batches.state }).from(batches);
  expect(made.map(({ state }) => state).sort()).toEqual(["awaiting_approval", "draft", "sending", "sending"]);
});

test("the ledger of yesterday is compared, and differs from the orders in three lines", async () => {
  expect(await isLedgerMissing(console_.db)).toBe(true);
  await timed("ledger", async () => fillLedger(await console_.as("finance")));
  expect(await isLedgerMissing(console_.db)).toBe(false);
  const [run] = await console_.db.select().from(reconciliationRuns);
  await runReconciliation(await console_.as("job"), { runId: run?.id ?? "" });
  const found = await console_.db.select({ class: reconciliationExceptions.class }).from(reconciliationExceptions);
  expect(found.map((one) => one.class).sort()).toEqual(["amount_differs", "completed_not_credited", "only_in_ledger"]);
});
