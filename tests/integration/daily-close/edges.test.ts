import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refreshBalances } from "@/lib/balances/commands";
import { closeDay } from "@/lib/daily-close/commands";
import { sheetOf } from "@/lib/daily-close/csv";
import { getDay } from "@/lib/daily-close/queries";
import { tokyoDay, tokyoDayOf } from "@/lib/time";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import type { TestContext } from "../../support/context";
import { requested } from "../../support/orders";
import { reportOrders } from "../../support/reconciliation";
import { openAtService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
const midnight = tokyoDayOf(new Date()).from;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

beforeAll(async () => {
  ({ service, context } = await openAtService());
});
afterAll(() => context.close());

/** So long after the first midnight, here and at the service. */
async function at(ms: number) {
  context.clock.now = new Date(midnight.getTime() + ms);
  await service.setClock(context.clock.now.getTime() - Date.now());
}

const dayAt = (ms: number) => tokyoDay(new Date(midnight.getTime() + ms));
async function figuresOf(day: string, currency: string) {
  const view = await getDay(await context.as("finance"), { day });
  return view?.figures.find((one) => one.currency === currency);
}

test("a payout that completes between the last answer and midnight makes no difference on either day", async () => {
  const job = await context.as("job");
  await at(-HOUR);
  await refreshBalances(job);
  await at(23 * HOUR);
  const order = await requested(context, { amount: "1000" });
  expect(await sendWithdrawal(job, { transactionRow: order.id })).toBe("accepted");
  await at(DAY - 60 * SECOND);
  await refreshBalances(job);
  await at(DAY - 40 * SECOND);
  await service.decide(order.referenceId, "complete");
  await checkOrderStatus(job, { referenceId: order.referenceId });
  await at(DAY + SECOND);
  await refreshBalances(job);
  await at(2 * DAY - SECOND);
  await refreshBalances(job);
  await at(2 * DAY + HOUR);

  // A fee of ¥150 and 0.5 %.
  const paidAfter = { count: 1, net: "-1155" };
  expect(await figuresOf(dayAt(0), "JPY")).toMatchObject({
    withdrawals: { count: 1, net: "1155" },
    closing: { paidAfter },
    difference: "0",
  });
  expect(await figuresOf(dayAt(DAY), "JPY")).toMatchObject({
    withdrawals: { count: 0 },
    opening: { paidAfter },
    difference: "0",
  });
  // Nothing was paid in the last second before the next midnight.
  expect((await figuresOf(dayAt(DAY), "JPY"))?.closing).not.toHaveProperty("paidAfter");

  const finance = await context.as("finance");
  expect(await closeDay(finance, { day: dayAt(0) })).toMatchObject({ ok: true, value: { kind: "closed" } });
  const view = await getDay(finance, { day: dayAt(0) });
  expect(view?.closed?.figures.find(({ currency }) => currency === "JPY")?.closing?.paidAfter).toEqual(paidAfter);
  if (view) expect(sheetOf(view)).toContain(",closed,JPY,closingPaidAfter,1,,,-1155,");
});

/** What the service said a balance was, from the one to the other moment. */
const said = (currency: string, ledger: string, first: number, last = first) =>
  context.db.execute(sql`insert into balance_snapshots (environment, currency, available, ledger, first_seen_at, last_seen_at)
    values ('sandbox', ${currency}, ${ledger}, ${ledger}, ${new Date(midnight.getTime() + first)}, ${new Date(midnight.getTime() + last)})`);

let paid = 0;
async function completed(type: "DEPOSIT" | "WITHDRAW", currency: string, amount: string, ms: number) {
  const endedAt = new Date(midnight.getTime() + ms).toISOString();
  const ids = { referenceId: `E-${++paid}`, transactionId: `T-E-${paid}` };
  await reportOrders(context, [{ ...ids, type, currency, amount, playerId: "p", status: "COMPLETED", endedAt }]);
  await context.db.execute(sql`update transactions set fee = 0.75 where reference_id = ${ids.referenceId}`);
}

test("each currency has what was paid after its own last answer, with fees; of an old answer the difference has it", async () => {
  const [from, before] = [10 * DAY, 11 * DAY];
  // The last answer of the day before is 30 seconds old; 100 − 0.75 comes in after it, and is in no balance of that day.
  await said("THB", "1000.00", from - 3 * HOUR, from - 30 * SECOND);
  await completed("DEPOSIT", "THB", "100", from - 20 * SECOND);
  await said("THB", "1099.25", from + 30 * SECOND, before - 61 * SECOND);
  // In the closing answer, and after it: 10 + 0.75 goes out, and 50 − 0.75 comes in.
  await completed("WITHDRAW", "THB", "20", before - 70 * SECOND);
  await said("THB", "1078.50", before - 60 * SECOND, before - SECOND);
  await completed("WITHDRAW", "THB", "10", before - 0.5 * SECOND);
  await completed("DEPOSIT", "THB", "50", before - 0.4 * SECOND);
  await said("THB", "1117.00", before + 59 * SECOND, before + HOUR);

  // Nothing was heard of this one for eleven minutes.
  await said("USD", "500", from - HOUR, before - 11 * 60 * SECOND);
  await completed("DEPOSIT", "USD", "40.75", before - 10 * SECOND);
  await said("USD", "540", before + SECOND, 12 * DAY - SECOND);
  await at(12 * DAY + HOUR);

  expect(await figuresOf(dayAt(from), "THB")).toMatchObject({
    opening: { ledger: "1000.00", paidAfter: { count: 1, net: "99.25" } },
    closing: { ledger: "1078.50", paidAfter: { count: 2, net: "38.50" } },
    difference: "0",
  });
  expect((await figuresOf(dayAt(from - DAY), "THB"))?.closing?.paidAfter).toEqual({ count: 1, net: "99.25" });
  expect((await figuresOf(dayAt(before), "THB"))?.opening?.paidAfter).toEqual({ count: 2, net: "38.50" });

  const [day, next] = [await figuresOf(dayAt(from), "USD"), await figuresOf(dayAt(before), "USD")];
  expect([day?.closing?.paidAfter, next?.opening?.paidAfter]).toEqual([undefined, undefined]);
  expect([day?.difference, next?.difference]).toEqual(["-40", "40"]);
});

test("what was learned after the last answer, without a time of the service, may be in it and is not left out", async () => {
  const [from, before] = [20 * DAY, 21 * DAY];
  await said("CHF", "1000", from - HOUR, from + HOUR);
  await said("CHF", "899.25", from + 2 * HOUR, before - 40 * SECOND);
  await said("CHF", "899.25", before + SECOND, before + DAY - SECOND);
  await completed("WITHDRAW", "CHF", "100", before - 20 * SECOND);
  await context.db.execute(
    sql`update transactions set ended_at_source = 'learned' where reference_id = ${`E-${paid}`}`,
  );
  await at(22 * DAY + HOUR);
  const [day, next] = [await figuresOf(dayAt(from), "CHF"), await figuresOf(dayAt(before), "CHF")];
  expect([day?.closing?.paidAfter, next?.opening?.paidAfter]).toEqual([undefined, undefined]);
  expect([day?.difference, next?.difference]).toEqual(["0", "0"]);
});
