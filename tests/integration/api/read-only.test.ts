import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { batches } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { ReadOnly } from "@/lib/auth/read-only";
import { refreshBalances } from "@/lib/balances/commands";
import { sendBatch } from "@/lib/batches/send";
import { requestDeposit } from "@/lib/deposits/commands";
import { depositInput } from "@/lib/deposits/schema";
import { sendDeposit } from "@/lib/deposits/submit";
import { registerPlayer } from "@/lib/kyc/commands";
import { sendRegistration } from "@/lib/kyc/submit";
import { withoutSending } from "@/lib/payments-api/client";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { reissueWithdrawal, requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { callApi, newKey } from "../../support/api";
import { openTestContext, type TestContext } from "../../support/context";
import { payout, typedDeposit, typedForm } from "../../support/forms";
import { requested, requestedDeposit } from "../../support/orders";
import { openService, type Service } from "../../support/service";

/** Shadow mode, against a service that counts what it is asked. */
let service: Service;
let sending: TestContext;
/** What reached the service, by its path. */
let reached: string[];
beforeAll(async () => {
  service = await openService();
  sending = await openTestContext(service);
});
afterAll(async () => {
  await sending.close();
  await service.close();
});

/** The same as the console is given with READ_ONLY=true, on the same records; what it calls is counted. */
async function watching(who: Parameters<TestContext["as"]>[0]): Promise<Ctx> {
  const ctx = await sending.as(who);
  reached = [];
  const api = Object.fromEntries(
    Object.entries(ctx.api).map(([name, call]) => [
      name,
      (...given: unknown[]) => {
        if (!name.startsWith("prepare")) reached.push(name);
        return Reflect.apply(call, ctx.api, given);
      },
    ]),
  ) as Ctx["api"];
  return { ...ctx, readOnly: true, api };
}

test("nothing is requested: payouts, deposits, registrations, batches and the API refuse, and say why", async () => {
  const admin = await watching("admin");
  const before = await sending.db.$count(transactions);
  const tries: Record<string, () => Promise<unknown>> = {
    requestWithdrawal: () => requestWithdrawal(admin, withdrawalInput.parse(typedForm())),
    reissueWithdrawal: () => reissueWithdrawal(admin, { referenceId: "WD-1" }),
    requestDeposit: () => requestDeposit(admin, depositInput.parse(typedDeposit())),
    registerPlayer: () =>
      registerPlayer(admin, {
        formId: typedForm().formId,
        playerId: "p-shadow",
        userName: "ヤマダ　タロウ",
        replaces: null,
      }),
  };
  for (const [name, attempt] of Object.entries(tries)) {
    await expect(attempt(), name).rejects.toBeInstanceOf(ReadOnly);
  }
  const { secret } = await newKey(await sending.as("admin"));
  const shadow = { ...sending, as: watching } satisfies TestContext;
  for (const [path, body] of [
    ["/v1/withdrawals", payout()],
    ["/v1/batches", { name: "shadow", rows: [payout()] }],
    ["/v1/batches", { name: "shadow", rows: [payout()], request: false }],
  ] as const) {
    const refused = await callApi(shadow, "POST", path, { secret, body });
    expect([path, refused]).toMatchObject([path, { status: 503, json: { code: "sending_disabled" } }]);
  }
  expect(await sending.db.$count(batches)).toBe(0);
  expect(await sending.db.$count(transactions)).toBe(before);
  expect(reached).toEqual([]);
});

test("nothing leaves of what was queued before; it stays queued, and what is asked is still asked", async () => {
  const ctx = await sending.as("ops");
  const { id: withdrawal, referenceId } = await requested(sending);
  const deposit = await requestedDeposit(sending);
  const formId = typedForm().formId;
  const made = await registerPlayer(ctx, { formId, playerId: "p-queued", userName: "ヤマダ　タロウ", replaces: null });
  expect(made.ok).toBe(true);
  const { rows } = await sending.pool.query<{ id: string }>(
    "select id from registrations where player_id = 'p-queued'",
  );

  const job = await watching("job");
  expect(await sendWithdrawal(job, { transactionRow: withdrawal })).toBe("taken");
  expect(await sendDeposit(job, { transactionRow: deposit.id })).toBe("taken");
  expect(await sendRegistration(job, { registrationRow: rows[0]?.id ?? "" })).toBe("taken");
  await sendBatch(job, { batchId: withdrawal, rowsPerSecond: 10 });
  expect(reached).toEqual([]);
  expect(await service.orders()).toEqual([]);
  const orders = await sending.db.select().from(transactions);
  expect(new Set(orders.map(({ submission }) => submission))).toEqual(new Set(["queued"]));
  const lines = await sending.db.select().from(auditEvents);
  expect(lines.filter(({ action }) => action.endsWith(".claimed"))).toEqual([]);

  const admin = await watching("admin");
  expect((await refreshBalances(admin)).stale).toBeNull();
  await checkOrderStatus(admin, { referenceId }).catch(() => undefined);
  expect(reached.length).toBeGreaterThan(0);
  expect(reached.filter((name) => name.startsWith("send"))).toEqual([]);
});

test("the client itself cannot send either", async () => {
  const { api } = await sending.as("job");
  const { sendWithdraw, sendDeposit: deposit, sendKycRegister } = withoutSending(api);
  const prepared = api.prepareKycRegister({ playerId: "p", userName: "ヤマダ　タロウ", currency: "JPY" });
  for (const send of [sendWithdraw, deposit, sendKycRegister])
    await expect(send(prepared)).rejects.toThrow("READ_ONLY");
  expect(await service.orders()).toEqual([]);
});
