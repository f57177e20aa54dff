import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { reissueDeposit, requestDeposit } from "@/lib/deposits/commands";
import { depositInput } from "@/lib/deposits/schema";
import { sendDeposit } from "@/lib/deposits/submit";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus, lookUpOrder } from "@/lib/transactions/commands";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { NOWHERE, openTestContext, type TestContext } from "../../support/context";
import { typedDeposit } from "../../support/forms";
import { jobsFor, orderOf, registerPlayer, requestedDeposit } from "../../support/orders";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
let job: Ctx;
let support: Ctx;
let start: Date;

beforeAll(async () => {
  service = await openService();
  context = await openTestContext(service);
  [job, support] = [await context.as("job"), await context.as("support")];
  await registerPlayer(context, service);
});
beforeEach(() => {
  start = new Date();
  context.clock.now = start;
});
afterEach(async () => {
  await service.behave();
  await service.setClock(0);
});
afterAll(async () => {
  await context.close();
  await service.close();
});

type Order = Awaited<ReturnType<typeof requestedDeposit>>;
const send = ({ id }: Order, ctx = job) => sendDeposit(ctx, { transactionRow: id });
const ask = ({ referenceId }: Order) => checkOrderStatus(job, { referenceId });
const again = ({ referenceId }: Order) => orderOf(context, referenceId);
const viewOf = async ({ referenceId }: { referenceId: string }) => (await getTransaction(support, { referenceId }))!;
const atService = async ({ referenceId }: Order) =>
  (await service.orders()).filter((order) => order.referenceId.startsWith(referenceId)).length;
const attemptsOf = ({ id }: Order) =>
  context.db.select().from(attempts).where(eq(attempts.transactionRow, id)).orderBy(asc(attempts.number));

/** Both clocks, so many seconds after the test began. */
async function at(seconds: number) {
  context.clock.now = new Date(start.getTime() + seconds * 1000);
  await service.setClock(seconds * 1000 - (Date.now() - start.getTime()));
}

describe("sending a deposit", () => {
  test("a readable 200 is accepted, not paid, and says what to hand over", async () => {
    const order = await requestedDeposit(context);
    expect(await send(order)).toBe("accepted");
    expect(await again(order)).toMatchObject({ submission: "accepted", status: "SUCCESS" });
    const view = await viewOf(order);
    expect(view.instructions).toMatchObject({
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]{32}$/),
      ...{ receiverBank: "みずほ銀行", receiverBankCode: "0001", receiverBankBranch: "丸の内中央支店" },
      ...{ receiverAccount: "0012345", receiverName: "カ）サンドボツクスペイ", changed: false },
    });
    expect(view.deposit).toMatchObject({ requestedBy: "support", payer: { payerAccountName: "ヤ•••" } });
  });

  test("the attempt is on record, word for word, before it leaves", async () => {
    const order = await requestedDeposit(context);
    await send(order);
    const [attempt] = await attemptsOf(order);
    expect(attempt).toMatchObject({ number: 1, path: "/deposit", outcome: "accepted" });
    expect(JSON.parse(attempt!.body)).toEqual({
      ...{ amount: "5000", channel: "BANK_TRANSFER", currency: "JPY", playerId: "p-20117" },
      ...{ referenceId: order.referenceId, payerAccountName: "ヤマダ　タロウ", nonce: attempt!.nonce },
      callbackUrl: `http://console.test/api/callbacks/sandbox/${order.callbackToken}`,
      timestamp: expect.any(String),
    });
  });

  test("ten concurrent senders make one attempt and one order", async () => {
    const order = await requestedDeposit(context);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => send(order)));
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
    expect(await attemptsOf(order)).toHaveLength(1);
    expect(await atService(order)).toBe(1);
  });

  test("an altered record is not sent", async () => {
    const order = await requestedDeposit(context);
    await context.db.update(transactions).set({ playerId: "p-66666" }).where(eq(transactions.id, order.id));
    expect(await send(order)).toBe("altered");
    expect((await again(order)).discrepancyAt).not.toBeNull();
    expect(await atService(order)).toBe(0);
  });

  test("paid at the service becomes paid here, less the fee", async () => {
    const order = await requestedDeposit(context);
    await send(order);
    await service.decide(order.referenceId, "complete");
    await ask(order);
    expect(await again(order)).toMatchObject({ status: "COMPLETED", actualAmount: "4925", nextPollAt: null });
  });

  test("in baht the payer's bank goes along", async () => {
    const order = await requestedDeposit(context, { currency: "THB", amount: "250.50", payerBankCode: "KBANK" });
    expect(await send(order)).toBe("accepted");
    expect(JSON.parse((await attemptsOf(order))[0]!.body)).toMatchObject({ payerBankCode: "KBANK", amount: "250.50" });
  });
});

describe("a refused deposit", () => {
  test("keeps the service's own words, creates nothing, and may be created again under a new id", async () => {
    const order = await requestedDeposit(context, { currency: "THB", amount: "100", payerBankCode: "NOBANK" });
    expect(await send(order)).toBe("rejected");
    expect(await atService(order)).toBe(0);
    expect((await viewOf(order)).timeline[0]).toMatchObject({
      kind: "answered",
      failure: { kind: "refused", status: 400, fields: ["payerBankCode: is not a listed bank"] },
    });
    expect(await reissueDeposit(support, order)).toEqual({
      ok: true,
      value: { referenceId: `${order.referenceId}-2` },
    });
  });
});

describe("a deposit that provably never left", () => {
  test("is queued again automatically, also when its job was lost", async () => {
    const order = await requestedDeposit(context);
    const nowhere = await openTestContext(NOWHERE);
    const { api } = await nowhere.as("job");
    await nowhere.close();
    expect(await send(order, { ...job, api })).toBe("not_sent");
    expect(await again(order)).toMatchObject({ submission: "queued" });

    await context.db.execute("delete from graphile_worker._private_jobs");
    context.clock.now = new Date(start.getTime() + 120_000);
    await recoverStuckOrders(job);
    expect(await jobsFor(context, order.id)).toEqual(["send-deposit"]);
    context.clock.now = start;
    expect(await send(order)).toBe("accepted");
    expect((await attemptsOf(order)).map(({ outcome }) => outcome)).toEqual(["not_sent", "accepted"]);
  });
});

describe("a deposit with an unknown outcome", () => {
  test("is found by a status check, without a second order; its link was in the lost response", async () => {
    const order = await requestedDeposit(context);
    await service.misbehave({ path: "/deposit", kind: "drop", when: "after" });
    expect(await send(order)).toBe("unknown");
    expect((await viewOf(order)).instructions).toBeNull();
    expect(await send(order)).toBe("taken");
    expect(await reissueDeposit(support, order)).toEqual({ ok: false, error: { kind: "may_exist" } });

    await ask(order);
    expect(await again(order)).toMatchObject({ submission: "accepted", status: "SUCCESS", statusSource: "query" });
    expect(await atService(order)).toBe(1);
    expect((await viewOf(order)).instructions).toMatchObject({ address: null, receiverAccount: "0012345" });
  });

  test("is not created once it has expired and was looked for in vain, and is then created under a new id", async () => {
    const order = await requestedDeposit(context);
    await service.misbehave({ path: "/deposit", kind: "status", when: "before", status: 504 });
    expect(await send(order)).toBe("unknown");
    for (const seconds of [5, 635, 700]) {
      await at(seconds);
      await ask(order);
    }
    expect(await again(order)).toMatchObject({ submission: "not_created" });

    const made = await Promise.all(Array.from({ length: 4 }, () => reissueDeposit(support, order)));
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    const newer = await orderOf(context, `${order.referenceId}-2`);
    expect(await send(newer)).toBe("accepted");
    expect(await atService(order)).toBe(1);
    expect(await viewOf(newer)).toMatchObject({ replaces: order.referenceId, deposit: { requestedBy: "support" } });
  });

  test("that was answered 400 and exists all the same is looked for before it is created again or corrected", async () => {
    const order = await requestedDeposit(context);
    await service.misbehave({ path: "/deposit", kind: "status", when: "after", status: 400 });
    expect(await send(order)).toBe("rejected");
    const corrected = depositInput.parse({ ...typedDeposit(), corrects: order.referenceId });
    const silent = { path: "/transactions", kind: "drop", when: "before", times: 2 };
    await service.misbehave(silent);
    const notChecked = { ok: false, error: { kind: "not_checked" } };
    expect(await reissueDeposit(support, order)).toEqual(notChecked);
    expect(await requestDeposit(support, corrected)).toEqual(notChecked);
    expect(await requestDeposit(support, corrected)).toEqual({ ok: false, error: { kind: "turned_up" } });
    expect(await again(order)).toMatchObject({ submission: "accepted", discrepancyKind: "double" });
    expect(await atService(order)).toBe(1);
  });

  test("an unregistered player is a 502: the outcome is unknown until the proof is there", async () => {
    const order = await requestedDeposit(context, { playerId: "p-unknown" });
    expect(await send(order)).toBe("unknown");
    expect(await atService(order)).toBe(0);
    expect((await viewOf(order)).timeline[0]).toMatchObject({
      kind: "answered",
      failure: { kind: "unknown", status: 502, code: "KYC_NOT_REGISTERED" },
    });
  });
});

test("changed bank details are reported as changed, and the newest count", async () => {
  const order = await requestedDeposit(context);
  await send(order);
  const before = await viewOf(order);
  await checkWith(order, { receiverAccount: "7654321" });
  expect((await viewOf(order)).instructions).toMatchObject({
    ...{ receiverAccount: "7654321", changed: true },
    address: before.instructions!.address,
  });
});

test("an account is never composed of two answers, and what an answer leaves out of the same one stays", async () => {
  const order = await requestedDeposit(context);
  await send(order);
  const { instructions: first } = await viewOf(order);
  const other = { receiverBank: "三菱UFJ銀行", receiverAccount: "7654321", receiverName: "カ）サンドボツクスペイ" };
  await checkWith(order, { ...other, receiverBankCode: null, receiverBankBranch: null });
  const alone = { ...other, receiverBankCode: null, receiverBankBranch: null };
  expect((await viewOf(order)).instructions).toMatchObject({ ...alone, changed: true, address: first!.address });

  await checkWith(order, { ...other, receiverBankCode: "0005", receiverBankBranch: null, receiverName: null });
  expect((await viewOf(order)).instructions).toMatchObject({ ...other, receiverBankCode: "0005" });
  await checkWith(order, { ...NO_ACCOUNT, receiverBankBranch: "本店" });
  const whole = { ...other, receiverBankCode: "0005", receiverBankBranch: "本店" };
  expect((await viewOf(order)).instructions).toMatchObject(whole);

  // Of which account the bank is, is not known.
  await checkWith(order, { ...NO_ACCOUNT, receiverBank: "みずほ銀行" });
  expect((await viewOf(order)).instructions).toMatchObject({
    ...NO_ACCOUNT,
    receiverBank: "みずほ銀行",
    changed: true,
  });
});

const NO_ACCOUNT = {
  ...{
    receiverAccount: null,
    receiverName: null,
    receiverBank: null,
    receiverBankCode: null,
    receiverBankBranch: null,
  },
};

/** Checks the deposit's status; the answer states these facts otherwise than the service. */
async function checkWith(order: { referenceId: string }, facts: Record<string, string | null>) {
  const answer = await job.api.transaction(order.referenceId);
  if (!answer.result.ok) throw new Error("not found");
  const other = { ok: true as const, value: { ...answer.result.value, ...facts } };
  const api = { ...job.api, transaction: async () => ({ ...answer, result: other }) };
  await checkOrderStatus({ ...job, api }, order);
}

test("a deposit that another system created can be looked up, with the bank details and no link", async () => {
  const order = await requestedDeposit(context);
  await send(order);
  const elsewhere = await openTestContext(service);
  const reader = await elsewhere.as("support");
  await lookUpOrder(reader, { id: order.referenceId });
  expect(await getTransaction(reader, order)).toMatchObject({
    ...{ type: "DEPOSIT", deposit: null, submission: null },
    instructions: { address: null, receiverAccount: "0012345" },
  });
  await elsewhere.close();
});
