import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attempts } from "@/drizzle/schema/evidence";
import { standsStill, transactions } from "@/drizzle/schema/transactions";
import { listAttention } from "@/lib/transactions/list/attention";
import type { ShownState } from "@/lib/transactions/list/filter";
import { orderRows } from "@/lib/transactions/list/order-rows";
import { orderTotals } from "@/lib/transactions/list/totals";
import { type AttentionKind, ordersAsked } from "@/lib/transactions/schema";
import { needsAction } from "@/lib/transactions/status/display-status";
import { STATUSES } from "@/lib/transactions/status/status";
import { SUBMISSIONS } from "@/lib/transactions/submission/submission";
import { reissueWithdrawal } from "@/lib/withdrawals/commands";
import { openTestContext, type TestContext } from "../../support/context";
import { ownAccount } from "../../support/forms";
import { requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";

let context: TestContext;
let service: Service;
beforeAll(async () => {
  service = await openService();
});
beforeEach(async () => {
  context = await openTestContext(service);
});
afterEach(() => context.close());
afterAll(() => service.close());

type Values = Partial<typeof transactions.$inferInsert>;

async function order(values: Values) {
  const made = await requested(context, ownAccount());
  await context.db.update(transactions).set(values).where(eq(transactions.id, made.id));
  return made;
}

const discrepant = { discrepancyAt: new Date(), discrepancyKind: "reports" } as const;
const DISCREPANCIES = [{}, discrepant, { ...discrepant, resolvedAt: new Date() }];

/** Every order that there can be, with this discrepancy. */
const every = (discrepancy: Values) =>
  [
    ...[...STATUSES, "NEW_WORD"].map((status) => ({ status, submission: "accepted" as const })),
    ...[null, ...SUBMISSIONS].map((submission) => ({ status: null, submission })),
    ...(["queued", "awaiting_approval"] as const).map((submission) => ({ submission, heldAt: now() })),
  ].map((values, n) => ({
    ...({ environment: "sandbox", type: "WITHDRAW", currency: "JPY", amount: "1000" } as const),
    ...{ referenceId: `S-${n}-${DISCREPANCIES.indexOf(discrepancy)}`, createdAt: now(), updatedAt: now() },
    ...{ ...discrepancy, ...values },
    heldReason: "heldAt" in values ? ("daily_limit" as const) : null,
  }));

/** How the list of orders filters each kind. */
const STATES = {
  unknown: "unknown",
  contradictory: "discrepancy",
  held: "not_sent",
  notCreated: "not_created",
} satisfies Record<AttentionKind, ShownState>;

const attention = async () => listAttention(await context.as("support"));
const NONE = {
  count: 0,
  counts: { unknown: 0, contradictory: 0, held: 0, notCreated: 0 },
  rows: [],
  silent: { count: 0, rows: [] },
};
const shown = async () => (await attention()).rows.map(({ referenceId }) => referenceId);
const now = () => context.clock.now;

/** Very many final orders, all newer than those of the test. */
const addDone = (many: number) =>
  context.db.execute(sql`
    insert into transactions (environment, reference_id, type, currency, amount, submission, status, created_at, updated_at)
    select 'sandbox', 'OLD-' || n, 'WITHDRAW', 'JPY', 100, 'accepted', 'COMPLETED', now() + interval '1 day', now()
    from generate_series(1, ${many}::int) n`);

describe("orders that need action", () => {
  test("is shown however many orders have come since", async () => {
    const unclear = await order({ submission: "unknown" });
    await addDone(300);
    expect(await attention()).toMatchObject({ count: 1, rows: [{ referenceId: unclear.referenceId }] });
  });

  test("names the party, whole for those who pay and masked for others", async () => {
    await order({ submission: "unknown" });
    const nameFor = async (role: "ops" | "finance") => (await listAttention(await context.as(role))).rows[0]?.partyName;
    const [whole, masked] = [await nameFor("ops"), await nameFor("finance")];
    expect(whole).toBe("ヤマダ　タロウ");
    expect(masked).toBe("ヤ•••");
  });

  test("lists expiring orders first, then discrepancies, then the rest, each oldest first", async () => {
    const ago = (minutes: number) => ({ createdAt: new Date(now().getTime() - minutes * 60_000) });
    const gone = await order({ submission: "not_created", ...ago(90) });
    const double = await order({ submission: "accepted", status: "SUCCESS", discrepancyAt: now(), ...ago(50) });
    const newer = await order({ submission: "unknown", ...ago(1) });
    const older = await order({ submission: "unknown", ...ago(2) });
    const altered = await order({ discrepancyAt: now(), discrepancyKind: "altered", ...ago(60) });
    expect(await shown()).toEqual([older, newer, altered, double, gone].map(({ referenceId }) => referenceId));
  });

  test("disappears once it is resolved or replaced, and returns if it turns up", async () => {
    const unclear = await order({ submission: "unknown" });
    const gone = await order({ submission: "not_created" });
    expect((await attention()).count).toBe(2);
    await context.db.update(transactions).set({ submission: "accepted" }).where(eq(transactions.id, unclear.id));
    await reissueWithdrawal(await context.as("ops"), gone);
    expect(await attention()).toEqual(NONE);
    await context.db.update(transactions).set({ discrepancyAt: now() }).where(eq(transactions.id, gone.id));
    expect(await shown()).toEqual([gone.referenceId]);
  });

  test("is the same as what its own page says needs a person, for every order that there can be", async () => {
    for (const discrepancy of DISCREPANCIES) {
      await context.db.delete(transactions);
      const given = every(discrepancy);
      const ctx = await context.as("support");
      const found = await context.db.insert(transactions).values(given).returning();
      const rows = await orderRows(
        ctx,
        found.map((order) => ({ order })),
      );
      const needing = rows.filter(({ row }) => needsAction(row)).map(({ row }) => row.referenceId);
      expect((await shown()).toSorted()).toEqual(needing.toSorted());
    }
  });

  test("is counted by its kind as the list that shows all of the kind", async () => {
    await context.db.insert(transactions).values(DISCREPANCIES.flatMap(every));
    const { counts } = await attention();
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
    const listed = async (state?: string) =>
      orderTotals(await context.as("support"), ordersAsked.parse({ show: "action", state }));
    const { states } = await listed();
    for (const [kind, state] of Object.entries(STATES)) {
      const found = { kind, listed: (await listed(state)).count, offered: states?.[state] };
      expect(found).toEqual({ kind, listed: counts[kind as AttentionKind], offered: counts[kind as AttentionKind] });
    }
  });

  test("says until when a lost request can be accepted: ten and a half minutes after its newest attempt", async () => {
    const { id } = await order({ submission: "unknown" });
    const attempt = { transactionRow: id, nonce: "n", path: "/withdraw", body: "{}", claimedAt: now() };
    for (const number of [1, 2]) {
      const signedAt = new Date(now().getTime() + number * 1_000);
      await context.db.insert(attempts).values({ ...attempt, number, signedAt });
    }
    const [row] = (await attention()).rows;
    expect(row!.expiresAt).toBe(new Date(now().getTime() + 632_000).toISOString());
  });

  test("has, below, what has been open for too long and is still asked about", async () => {
    const long = { createdAt: new Date(now().getTime() - 3 * 3_600_000), nextPollAt: now() };
    const open = await order({ submission: "accepted", status: "PENDING", ...long });
    await order({ submission: "accepted", status: "PENDING", nextPollAt: now() });
    // A discrepancy is listed above, and once.
    await order({ submission: "accepted", status: "PENDING", ...long, discrepancyAt: now() });
    expect(await attention()).toMatchObject({
      count: 1,
      silent: { count: 1, rows: [{ referenceId: open.referenceId }] },
    });
  });

  test("of one environment is not shown in the other", async () => {
    await order({ submission: "unknown", environment: "production" });
    expect(await attention()).toEqual(NONE);
  });

  test("is counted whole by its kind where not all of it is shown, and none hides another", async () => {
    await addDone(62);
    const lost = { submission: "unknown", status: null } as const;
    await context.db.update(transactions).set(lost);
    const gone = { ...lost, submission: "not_created" } as const;
    await context.db.update(transactions).set(gone).where(eq(transactions.referenceId, "OLD-61"));
    const contradictory = { discrepancyAt: now(), discrepancyKind: "reports" } as const;
    await context.db.update(transactions).set(contradictory).where(eq(transactions.referenceId, "OLD-62"));
    const { count, counts, rows } = await attention();
    expect([count, counts]).toEqual([62, { unknown: 60, contradictory: 1, held: 0, notCreated: 1 }]);
    expect(rows.slice(0, 50).every(({ kind }) => kind === "unknown")).toBe(true);
    expect(rows.slice(50).map(({ kind, referenceId }) => [kind, referenceId])).toEqual([
      ["contradictory", "OLD-62"],
      ["notCreated", "OLD-61"],
    ]);
  });

  test("what has been open for too long is counted whole, too", async () => {
    await addDone(60);
    const long = { createdAt: new Date(now().getTime() - 49 * 3_600_000), nextPollAt: now() };
    await context.db.update(transactions).set({ status: "PENDING", ...long });
    const { count, rows } = (await attention()).silent;
    expect([count, rows.length]).toEqual([60, 50]);
  });

  test("is read from an index that holds nothing else", async () => {
    await addDone(20_000);
    await order({ submission: "unknown" });
    await context.db.execute(sql`analyze transactions`);
    const query = context.db.select().from(transactions).where(standsStill(transactions));
    const { rows } = await context.db.execute(sql`explain (analyze, buffers, format text) ${query}`);
    const plan = rows.map((row) => Object.values(row)[0]).join("\n");
    expect(plan).toContain("transactions_attention");
    expect(plan).not.toContain("Seq Scan");
  });
});
