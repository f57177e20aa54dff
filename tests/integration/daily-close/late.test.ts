import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refreshBalances } from "@/lib/balances/commands";
import { closeDay } from "@/lib/daily-close/commands";
import { sheetOf } from "@/lib/daily-close/csv";
import { lateCount } from "@/lib/daily-close/figures";
import { getDay, listDays } from "@/lib/daily-close/queries";
import type { DayView } from "@/lib/daily-close/schema";
import { tokyoDay, tokyoDayOf } from "@/lib/time";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus, lookUpOrder } from "@/lib/transactions/commands";
import { applyStatusReport } from "@/lib/transactions/status/apply-status-report";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import type { TestContext } from "../../support/context";
import { closeDayAsShown } from "../../support/daily-close";
import { lockWaits } from "../../support/lock-waits";
import { requested } from "../../support/orders";
import { reportOrders } from "../../support/reconciliation";
import { openAtService, type Service } from "../../support/service";
import { signatureOf, signedBody } from "../sandbox/signer";

let service: Service;
let context: TestContext;
const midnight = tokyoDayOf(new Date()).from;
const day = tokyoDay(midnight);
const next = tokyoDay(new Date(midnight.getTime() + 24 * 3_600_000));
const moment = (hours: number) => new Date(midnight.getTime() + hours * 3_600_000);

beforeAll(async () => {
  ({ service, context } = await openAtService());
});
afterAll(() => context.close());

/** So many hours after the day began, here and at the service. */
async function at(hours: number) {
  context.clock.now = moment(hours);
  await service.setClock(context.clock.now.getTime() - Date.now());
}

/** Another system of the merchant pays out; this console hears nothing of it. */
async function paidElsewhere(referenceId: string, amount: string, settlesAfterHours: number) {
  const { apiKey, secretKey } = service;
  const recipient = {
    ...{
      destination: "0005",
      destinationName: "三菱UFJ銀行",
      destinationBranchCode: "001",
      destinationBranchName: "本店",
    },
    ...{ destinationAccount: "1234567", destinationAccountName: "ヤマダ タロウ", destinationAccountType: "1" },
  };
  const body = signedBody({
    ...{
      referenceId,
      channel: "BANK_TRANSFER",
      playerId: "player-1",
      currency: "JPY",
      amount,
      callbackUrl: "http://127.0.0.1:9/",
    },
    ...recipient,
    ...{ timestamp: Math.floor(context.clock.now.getTime() / 1000), nonce: randomUUID() },
  });
  const headers = {
    "content-type": "application/json",
    "x-api-key": apiKey,
    "x-signature": signatureOf(body, secretKey),
  };
  const answer = await fetch(`${service.baseUrl}/withdraw`, { method: "POST", body, headers });
  if (!answer.ok) throw new Error(await answer.text());
  const began = (context.clock.now.getTime() - midnight.getTime()) / 3_600_000;
  await at(began + settlesAfterHours);
  await service.decide(referenceId, "complete");
}

const dayOf = async (which = day): Promise<DayView> => {
  const view = await getDay(await context.as("finance"), { day: which });
  if (!view) throw new Error(`no day ${which}`);
  return view;
};
const yen = ({ figures }: DayView) => figures.find(({ currency }) => currency === "JPY");
const lookUp = async (id: string) =>
  expect(await lookUpOrder(await context.as("finance"), { id })).toMatchObject({ ok: true });

test("a day is rebuilt from the service's own times, however late its orders are looked up", async () => {
  const job = await context.as("job");
  await at(-1);
  await refreshBalances(job);
  await at(9);
  await paidElsewhere("ELSEWHERE-1", "41475", 1);
  await paidElsewhere("ELSEWHERE-2", "12000", 1);
  // Created on the day, paid on the next.
  await at(23);
  await refreshBalances(job);
  await paidElsewhere("ELSEWHERE-3", "7000", 2);
  await at(47);
  await refreshBalances(job);
  expect(yen(await dayOf())?.difference).not.toBe("0");

  await at(49);
  for (const id of ["ELSEWHERE-1", "ELSEWHERE-2", "ELSEWHERE-3"]) await lookUp(id);

  const view = await dayOf();
  // Fees: ¥150 and 0.5 % each.
  expect(yen(view)).toMatchObject({
    withdrawals: { count: 2, amount: "53475", late: { count: 2, net: yen(view)?.withdrawals.net } },
    withdrawalsInFlight: { count: 1, amount: "7000" },
    difference: "0",
  });
  expect(yen(await dayOf(next))).toMatchObject({
    withdrawals: { count: 1, amount: "7000", late: { count: 1 } },
    difference: "0",
  });
  expect(yen(await dayOf(tokyoDay(moment(49))))).toMatchObject({ withdrawals: { count: 0 } });
  expect(view.learnedLate).toMatchObject([
    { referenceId: expect.stringMatching("ELSEWHERE"), isSinceClose: false, learnedAt: moment(49).toISOString() },
    { referenceId: expect.stringMatching("ELSEWHERE"), isSinceClose: false },
  ]);
  expect(view.learnedLate.map(({ referenceId }) => referenceId).toSorted()).toEqual(["ELSEWHERE-1", "ELSEWHERE-2"]);
  expect(sheetOf(view)).toContain(`${day},open,JPY,withdrawalsLearnedLate,2,,,${yen(view)?.withdrawals.late?.net}`);

  const order = await getTransaction(await context.as("support"), { referenceId: "ELSEWHERE-1" });
  const near = (text: string | undefined) => Math.round((Date.parse(text ?? "") - midnight.getTime()) / 60_000);
  expect(near(order?.createdAt)).toBe(9 * 60);
  expect(near(order?.paid?.at)).toBe(10 * 60);
  expect(order).toMatchObject({
    paid: { source: "service" },
    firstSeen: { at: moment(49).toISOString(), isCreationReported: true },
  });
});

test("an order of long ago does not make the days since then known", async () => {
  const days = await listDays(await context.as("finance"));
  expect(days.at(-1)?.day).toBe(tokyoDay(moment(-1)));
});

test("a closed day keeps its first figures, and shows what became known since", async () => {
  const finance = await context.as("finance");
  const job = await context.as("job");
  const [third, closedOn] = [tokyoDay(moment(49)), moment(73)];
  await at(50);
  await refreshBalances(job);
  await paidElsewhere("ELSEWHERE-4", "41475", 1);
  await paidElsewhere("ELSEWHERE-5", "1000", 1);
  await at(71);
  await refreshBalances(job);
  await at(72.5);
  await lookUp("ELSEWHERE-5");
  await at(73);
  expect(await closeDayAsShown(finance, { day: third, reason: "still looking for it" })).toMatchObject({ ok: true });
  const closed = await dayOf(third);
  expect(closed.closed?.at).toBe(closedOn.toISOString());
  expect(closed).toMatchObject({
    knownSinceClose: [],
    learnedLate: [{ referenceId: "ELSEWHERE-5", isSinceClose: false }],
  });

  await at(74);
  await lookUp("ELSEWHERE-4");
  const view = await dayOf(third);
  expect(view.closed).toEqual(closed.closed);
  expect(view.closed?.isIntact).toBe(true);
  const first = view.closed?.figures.find(({ currency }) => currency === "JPY");
  expect(first).toMatchObject({ withdrawals: { count: 1, amount: "1000" }, difference: "-41832" });
  expect(yen(view)).toMatchObject({ withdrawals: { count: 2, amount: "42475" }, difference: "0" });
  expect(view.knownSinceClose).toEqual([{ currency: "JPY", type: "WITHDRAW", count: 1, net: "41832" }]);
  expect(view.learnedLate).toMatchObject([
    { referenceId: "ELSEWHERE-4", net: "41832", isSinceClose: true, learnedAt: moment(74).toISOString() },
    { referenceId: "ELSEWHERE-5", isSinceClose: false },
  ]);
  // It is reported once.
  expect(view.settledSince).toEqual([]);
});

test("a payment reported by a callback is dated again, once, when a response states its time", async () => {
  const job = await context.as("job");
  await at(75);
  const order = await requested(context, { amount: "3000" });
  expect(await sendWithdrawal(job, { transactionRow: order.id })).toBe("accepted");
  await service.decide(order.referenceId, "complete");
  const held = async () =>
    (await getTransaction(await context.as("support"), { referenceId: order.referenceId }))?.paid;
  const hour = (paid: Awaited<ReturnType<typeof held>>) =>
    Math.round((Date.parse(paid?.at ?? "") - midnight.getTime()) / 3_600_000);

  // It was on its way for a day.
  await at(97);
  await job.db.transaction((tx) =>
    applyStatusReport(tx, job, order.id, { source: "signed_callback", status: "COMPLETED" }, {}),
  );
  expect(await held()).toEqual({ at: moment(97).toISOString(), source: "learned" });
  await at(98);
  await checkOrderStatus(job, { referenceId: order.referenceId });
  const named = await held();
  expect([named?.source, hour(named)]).toEqual(["service", 75]);

  // The service may change it later, but it was paid then.
  await at(120);
  const later = { source: "query", status: "COMPLETED", updatedAt: moment(119) } as const;
  await job.db.transaction((tx) => applyStatusReport(tx, job, order.id, later, {}));
  expect(await held()).toEqual(named);
});

test("a payment that a callback reported in time is not late, when a response states its time after the close", async () => {
  const [job, finance] = [await context.as("job"), await context.as("finance")];
  const sixth = tokyoDay(moment(121));
  const paidAt = (hours: number) => ({ source: "query", status: "COMPLETED", updatedAt: moment(hours) }) as const;
  const callback = { source: "signed_callback", status: "COMPLETED" } as const;
  const paid = async (amount: string, hours: number) => {
    await at(hours - 1);
    const { id } = await requested(context, { amount });
    expect(await sendWithdrawal(job, { transactionRow: id })).toBe("accepted");
    await at(hours);
    await job.db.transaction((tx) => applyStatusReport(tx, job, id, callback, {}));
    return id;
  };
  const stated = (id: string, hours: number) =>
    job.db.transaction((tx) => applyStatusReport(tx, job, id, paidAt(hours), {}));
  const [before, after] = [await paid("3000", 143.6), await paid("2000", 143.7)];

  await at(144.2);
  await stated(before, 143.59);
  const open = await dayOf(sixth);
  expect(yen(open)?.withdrawals).toEqual(expect.objectContaining({ count: 2 }));
  expect(yen(open)?.withdrawals.late).toBeUndefined();
  expect(open.learnedLate).toEqual([]);

  await closeDayAsShown(finance, { day: sixth, reason: "no balances were read" });
  await at(145);
  await stated(after, 143.69);
  expect(await dayOf(sixth)).toMatchObject({ closed: { isIntact: true }, knownSinceClose: [], learnedLate: [] });
});

test("a payment that is reported while the day is being closed is in the close, or known since", async () => {
  const [job, finance] = [await context.as("job"), await context.as("finance")];
  const eighth = tokyoDay(moment(169));
  await at(169);
  const sent = async (amount: string) => {
    const { id } = await requested(context, { amount });
    expect(await sendWithdrawal(job, { transactionRow: id })).toBe("accepted");
    return id;
  };
  const [slow, between] = [await sent("3000"), await sent("2000")];
  const paid = { source: "query", status: "COMPLETED", updatedAt: moment(170) } as const;

  // The report of the first has its time before the close, and is committed after it.
  await at(193);
  const open = Promise.withResolvers<void>();
  const isReported = Promise.withResolvers<void>();
  const reporting = job.db.transaction(async (tx) => {
    await applyStatusReport(tx, job, slow, paid, {});
    isReported.resolve();
    await open.promise;
  });
  await isReported.promise;
  await at(193.1);
  // Held up behind its counting, while the second is reported.
  const { closing } = await context.db.transaction(async (holding) => {
    await holding.execute(sql`lock table reconciliation_runs in access exclusive mode`);
    const closing = closeDay(finance, { day: eighth });
    await expect.poll(() => lockWaits(context.pool)).toBe(1);
    await at(193.2);
    await job.db.transaction((tx) => applyStatusReport(tx, job, between, paid, {}));
    await at(193.3);
    return { closing };
  });
  expect(await closing).toMatchObject({ ok: true });
  open.resolve();
  await reporting;

  const view = await dayOf(eighth);
  const first = view.closed?.figures.find(({ currency }) => currency === "JPY");
  expect(first?.withdrawals.count).toBe(0);
  expect(view.knownSinceClose).toEqual([
    { currency: "JPY", type: "WITHDRAW", count: 2, net: yen(view)?.withdrawals.net },
  ]);
  expect(view.learnedLate.find(({ learnedAt }) => learnedAt === moment(193.2).toISOString())?.isSinceClose).toBe(true);
});

test("a day that has more late orders than its page lists says so, and counts all of them", async () => {
  const finance = await context.as("finance");
  const long = "2025-03-05";
  const deposit = (at: string, n: number) => ({
    ...{
      referenceId: `MANY-${at}-${n}`,
      transactionId: `T-MANY-${at}-${n}`,
      type: "DEPOSIT" as const,
      currency: "JPY",
    },
    ...{ amount: "100", playerId: "p", status: "COMPLETED", endedAt: at },
  });
  // Paid on the day and learned two days later; and created on the day, and paid after its close.
  const late = Array.from({ length: 101 }, (_none, n) => deposit(`${long}T12:00:00+09:00`, n));
  const slow = Array.from({ length: 101 }, (_none, n) => deposit("2025-03-06T00:01:00+09:00", n));
  await reportOrders(context, [...late, ...slow]);
  const many = sql`reference_id like 'MANY-%'`;
  await context.db.execute(sql`update transactions set end_known_at = ended_at + interval '2 days' where ${many}`);
  expect(await closeDayAsShown(finance, { day: long, reason: "no balances were read" })).toMatchObject({ ok: true });
  const listed = async () => {
    const view = await dayOf(long);
    const { learnedLate, settledSince, hasMore } = view;
    return { late: learnedLate.length, all: lateCount(view.figures), settled: settledSince.length, hasMore };
  };
  expect(await listed()).toEqual({
    ...{ late: 100, all: 101, settled: 0 },
    hasMore: { learnedLate: true, settledSince: false },
  });
  await context.db.execute(sql`insert into reports (transaction_row, at, source, status, verdict)
    select id, ${new Date(context.clock.now.getTime() + 1_000)}, 'query', status, 'moved' from transactions where ${many}`);
  expect(await listed()).toMatchObject({ settled: 100, hasMore: { learnedLate: true, settledSince: true } });
  const [first] = late;
  await context.db.execute(sql`
    update transactions set end_known_at = ended_at where reference_id = ${first?.referenceId}`);
  expect(await listed()).toMatchObject({ late: 100, all: 100, hasMore: { learnedLate: false } });
});
