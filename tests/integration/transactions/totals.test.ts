import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "@/lib/auth/permissions";
import { addAmounts } from "@/lib/money/amount";
import { exportOrders } from "@/lib/transactions/list/export";
import { listOrders } from "@/lib/transactions/list/list";
import { orderTotals } from "@/lib/transactions/list/totals";
import { ordersAsked, ordersExported } from "@/lib/transactions/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { requested } from "../../support/orders";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  await addMixed();
});
afterAll(() => context.close());

const given = (address: string) => Object.fromEntries(new URLSearchParams(address));
const totals = async (address: string, most?: number) =>
  orderTotals(await context.as("viewer"), ordersAsked.parse(given(address)), most);

/** Amounts of every kind: whole yen, cents, and more digits than a number of JavaScript holds. */
const addMixed = () =>
  context.db.execute(sql`
    insert into transactions (environment, reference_id, type, currency, amount, fee, status, status_source, created_at, updated_at)
    select 'sandbox', 'MIX-' || n, case when n % 3 = 0 then 'DEPOSIT' else 'WITHDRAW' end,
      case when n % 2 = 0 then 'JPY' else 'THB' end, case when n % 2 = 0 then n else 90071992547409.91 + n end,
      case when n % 5 = 0 then 1.5 end, case when n % 4 = 0 then 'FAILED' else 'COMPLETED' end,
      (case when n % 7 = 0 then 'query' else 'signed_callback' end)::source,
      now() - n * interval '1 hour', now()
    from generate_series(1, 120) n`);

async function exportedSums(address: string) {
  const wanted = ordersExported.parse({ ...given(address), columns: "type.currency.amount" });
  const file = await exportOrders(await context.as("finance"), wanted);
  if (!file.ok) throw new Error(file.error.kind);
  const [, ...lines] = (await new Response(file.value.body).text()).trimEnd().split("\r\n");
  const sums: Record<string, string> = {};
  for (const [type, currency, amount = ""] of lines.map((line) => line.split(",")))
    sums[`${type} ${currency}`] = addAmounts(sums[`${type} ${currency}`] ?? "0", amount);
  return { count: lines.length, sums };
}

describe("the totals of a list", () => {
  test.each([
    "",
    "state=FAILED",
    "state=COMPLETED,FAILED&evidence=query,signed_callback",
    "type=DEPOSIT&currency=JPY",
    "evidence=query&currency=THB&least=1",
    "q=MIX-11",
  ])("of the filter %s are those of its file, currency by currency", async (address) => {
    const { count, sums } = await totals(address);
    const found = Object.fromEntries(
      sums.map(({ type, currency, amount }) => [`${type} ${currency}`, addAmounts("0", amount)]),
    );
    expect({ count, sums: found }).toEqual(await exportedSums(address));
    expect(count).toBeGreaterThan(0);
  });

  test("count the orders of each state and evidence within the filter, and the fees that are known", async () => {
    const { states, evidence, sums } = await totals("type=DEPOSIT");
    expect(states).toEqual({ COMPLETED: 30, FAILED: 10, discrepancy: 0 });
    expect(evidence).toEqual({ signed_callback: 35, query: 5 });
    expect(sums.map(({ fee }) => fee)).toEqual(["6.0", "6.0"]);
  });

  test("count what a filter would show beside the values it has", async () => {
    const { count, states, evidence } = await totals("type=DEPOSIT&state=FAILED&evidence=query");
    expect([states, evidence]).toEqual([
      (await totals("type=DEPOSIT&evidence=query")).states,
      (await totals("type=DEPOSIT&state=FAILED")).evidence,
    ]);
    expect(Object.values(states ?? {}).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(count);
    expect((await totals("state=COMPLETED,FAILED")).count).toBe(120);
  });

  test("say that there are more than can be added up, instead of a sum of some of them", async () => {
    expect(await totals("", 100)).toEqual({ count: 100, isMore: true, sums: [], states: null, evidence: null });
    expect(await totals("state=FAILED", 100)).toMatchObject({ count: 30, isMore: false });
  });
});

describe("what is found in a list", () => {
  const found = async (q: string, role: Role = "ops") => {
    const { rows } = await listOrders(await context.as(role), ordersAsked.parse({ q }));
    return rows.map(({ referenceId }) => referenceId);
  };

  test("is found by the beginning of an ID, by an amount, a player, and for those who see them by name and account", async () => {
    const { referenceId } = await requested(context);
    expect(await found(referenceId.slice(0, 15).toLowerCase())).toContain(referenceId);
    expect(await found("MIX-110")).toEqual(["MIX-110"]);
    expect(await found("mix-11")).toContain("MIX-110");
    await context.db.execute(sql`insert into transactions
      (environment, reference_id, transaction_id, type, currency, amount, created_at, updated_at)
      values ('sandbox', 'shop-lower-1', 'TX-Upper-1', 'DEPOSIT', 'JPY', 7654321, now(), now())`);
    for (const q of ["shop-low", "SHOP-LOW", "TX-Upper"]) expect(await found(q)).toEqual(["shop-lower-1"]);
    expect(await found("¥118")).toEqual(["MIX-118"]);
    expect(await found("no such thing")).toEqual([]);
    const [order] = await context.db
      .execute<{ account: string; name: string }>(
        sql`select party_account as account, party_name as name from transactions where reference_id = ${referenceId}`,
      )
      .then(({ rows }) => rows);
    if (!order) throw new Error("it is not there");
    expect(await found(order.account)).toEqual([referenceId]);
    expect(await found(order.name)).toEqual([referenceId]);
    expect(await found(order.name, "viewer")).toEqual([]);
    expect(await found(order.account, "viewer")).toEqual([]);
    expect(await found(order.account.slice(-3), "viewer")).toEqual([referenceId]);
  });
});
