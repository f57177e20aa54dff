import { afterAll, beforeAll, expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import { countDay } from "@/lib/daily-close/count-day";
import { startReading } from "@/lib/db/read-snapshot";
import { sendDeposit } from "@/lib/deposits/submit";
import { openItems } from "@/lib/months/open-items";
import { tokyoDay, tokyoDayOf } from "@/lib/time";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { ordersWhere } from "@/lib/transactions/list/conditions";
import { ordersAsked } from "@/lib/transactions/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import type { TestContext } from "../../support/context";
import { approved, orderOf, registerPlayer, requested, requestedDeposit } from "../../support/orders";
import { openAtService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
const { from, before } = tokyoDayOf(new Date());
const day = { from, before };
const openOn = tokyoDay(from);

beforeAll(async () => {
  ({ service, context } = await openAtService());
});
afterAll(() => context.close());

/** So many hours after the day began, here and at the service. */
async function at(hours: number) {
  context.clock.now = new Date(from.getTime() + hours * 3_600_000);
  await service.setClock(context.clock.now.getTime() - Date.now());
}

/** What was open when the day ended, by the day's figures, the list of orders and the file of a month. */
async function openThen() {
  const job = await context.as("job");
  const [figures] = await countDay(job, day);
  const listed = await context.db
    .select()
    .from(transactions)
    .where(ordersWhere(job, ordersAsked.parse({ openOn })));
  const reading = await startReading(context.db);
  const { db, batches } = reading;
  const items: (string | null)[] = [];
  const month = { month: openOn.slice(0, 7), days: [openOn], environment: job.environment };
  for await (const rows of openItems({ db, batches, ...month, ...day })) items.push(...rows.map(([id]) => id ?? null));
  await reading.end();
  return {
    deposits: figures?.depositsInFlight.amount ?? "0",
    withdrawals: figures?.withdrawalsInFlight.amount ?? "0",
    listed: listed.map(({ referenceId }) => referenceId).toSorted(),
    items: items.toSorted(),
  };
}

test("an order that left on the next morning was not open when the day ended", async () => {
  const job = await context.as("job");
  await at(9);
  await registerPlayer(context, service);
  await at(18);
  const sent = await requested(context, { amount: "1000" });
  expect(await sendWithdrawal(job, { transactionRow: sent.id })).toBe("accepted");
  const paidIn = await requestedDeposit(context, { amount: "4000" });
  expect(await sendDeposit(job, { transactionRow: paidIn.id })).toBe("accepted");
  const withdrawal = await requested(context, { amount: "300000" });
  expect(withdrawal.submission).toBe("awaiting_approval");
  const deposit = await requestedDeposit(context);

  const expected = {
    ...{ deposits: "4000", withdrawals: "1000" },
    listed: [paidIn.referenceId, sent.referenceId].toSorted(),
    items: [paidIn.referenceId, sent.referenceId].toSorted(),
  };
  await at(33);
  await approved(context, withdrawal);
  expect(await sendWithdrawal(job, { transactionRow: withdrawal.id })).toBe("accepted");
  expect(await sendDeposit(job, { transactionRow: deposit.id })).toBe("accepted");
  expect(await openThen()).toEqual(expected);

  for (const { referenceId } of [withdrawal, deposit, sent, paidIn]) {
    await service.decide(referenceId, "complete");
    await checkOrderStatus(job, { referenceId });
    expect((await orderOf(context, referenceId)).status).toBe("COMPLETED");
  }
  expect(await openThen()).toEqual(expected);
});

test("a request that provably did not leave before midnight does not count, one with an unknown outcome does", async () => {
  const job = await context.as("job");
  const before = await openThen();
  await at(23);
  const [unsent, unknown] = [
    await requested(context, { amount: "2000" }),
    await requested(context, { amount: "3000" }),
  ];
  for (const [order, outcome] of [
    [unsent, "not_sent"],
    [unknown, "unknown"],
  ] as const) {
    await context.pool.query(
      `insert into attempts (transaction_row, number, nonce, signed_at, path, body, claimed_at, outcome, ended_at)
       values ($1, 1, $1::uuid::text, $2, '/withdraw', '{}', $2, $3, $2)`,
      [order.id, context.clock.now, outcome],
    );
    await at(25);
    expect(await sendWithdrawal(job, { transactionRow: order.id })).toBe("accepted");
    await at(23);
  }
  await at(25);
  const after = await openThen();
  expect(after).toMatchObject({ withdrawals: String(Number(before.withdrawals) + 3000) });
  expect(after.listed).toContain(unknown.referenceId);
  expect(after.items).not.toContain(unsent.referenceId);
});

test("an order that a lost database may have sent counts, whenever this one sent it", async () => {
  const job = await context.as("job");
  await at(23);
  const order = await requested(context, { amount: "5000" });
  await at(25);
  expect(await sendWithdrawal(job, { transactionRow: order.id })).toBe("accepted");
  expect((await openThen()).listed).not.toContain(order.referenceId);
  const lostUntil = (moment: Date) =>
    context.pool.query("update transactions set possibly_sent_until = $1 where id = $2", [moment, order.id]);
  // A database that was lost long before the order was made has sent nothing of it.
  await lostUntil(day.from);
  expect((await openThen()).listed).not.toContain(order.referenceId);
  await lostUntil(day.before);
  const { listed, items } = await openThen();
  expect([listed, items]).toEqual([
    expect.arrayContaining([order.referenceId]),
    expect.arrayContaining([order.referenceId]),
  ]);
});
