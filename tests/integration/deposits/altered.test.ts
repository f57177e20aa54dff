import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deposits } from "@/drizzle/schema/deposits";
import { verifyEveryChain } from "@/lib/audit/verify";
import { reissueDeposit } from "@/lib/deposits/commands";
import { alteredDeposits, freezeAlteredDeposits } from "@/lib/deposits/integrity";
import { sendDeposit } from "@/lib/deposits/submit";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { listAttention } from "@/lib/transactions/list/attention";
import { openTestContext, type TestContext } from "../../support/context";
import { orderOf, registerPlayer, requestedDeposit } from "../../support/orders";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
let order: Awaited<ReturnType<typeof requestedDeposit>>;

beforeAll(async () => {
  service = await openService();
  context = await openTestContext(service);
  await registerPlayer(context, service);
});
beforeEach(async () => {
  order = await requestedDeposit(context);
});
afterAll(async () => {
  await context.close();
  await service.close();
});

type Statement = ReturnType<typeof sql>;

/** What a superuser of the database can do: triggers do not prevent it. */
const tamper = (...statements: Statement[]) =>
  context.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.execute(statement);
  });

const intentOf = async (id: string) =>
  (await context.db.select().from(deposits).where(eq(deposits.transactionRow, id)))[0]!;
const named = async () => {
  const { vault } = await context.as("job");
  const found = await Array.fromAsync(alteredDeposits({ db: context.db, vault }));
  return found.map(({ order }) => order.referenceId);
};
const atService = async () => (await service.orders()).filter((one) => one.referenceId === order.referenceId).length;

const payer = () => sql`update deposits set payer_account_name = 'ベツジン' where transaction_row = ${order.id}`;
const amount = () => sql`update transactions set amount = 9 where id = ${order.id}`;

const TAMPERINGS: [string, () => Promise<Statement[]>][] = [
  ["the payer", async () => [payer()]],
  ["the amount", async () => [amount()]],
  ["the player", async () => [sql`update transactions set player_id = 'p-66666' where id = ${order.id}`]],
  [
    "the payer and the digest",
    async () => {
      const { digest } = await intentOf((await requestedDeposit(context)).id);
      return [payer(), sql`update deposits set digest = ${digest} where transaction_row = ${order.id}`];
    },
  ],
  [
    "who requested it",
    async () => {
      const { id } = (await context.as("admin")).actor;
      return [sql`update deposits set requested_by = ${id} where transaction_row = ${order.id}`];
    },
  ],
  [
    "the line that requested it",
    async () => [sql`update audit_events set detail = detail || '{"x": 1}' where subject = ${order.referenceId}`],
  ],
  ["the line, which was removed", async () => [sql`delete from audit_events where subject = ${order.referenceId}`]],
];

describe.each(TAMPERINGS)("after %s was changed in the database", (_what, change) => {
  test("the order is shown as altered, and the recovery job freezes it and flags it", async () => {
    await tamper(...(await change()));
    const finance = await context.as("finance");
    expect(await getTransaction(finance, order)).toMatchObject({ conflict: true, discrepancyKind: "altered" });
    await freezeAlteredDeposits(await context.as("job"));
    expect(await orderOf(context, order.referenceId)).toMatchObject({
      submission: "queued",
      discrepancyKind: "altered",
    });
    expect((await listAttention(finance)).rows.map(({ referenceId }) => referenceId)).toContain(order.referenceId);
    expect(await sendDeposit(await context.as("job"), { transactionRow: order.id })).toBe("altered");
  });

  test("it is not sent before the recovery job has seen it either, and the check names it", async () => {
    await tamper(...(await change()));
    expect(await sendDeposit(await context.as("job"), { transactionRow: order.id })).toBe("altered");
    expect(await atService()).toBe(0);
    expect(await named()).toContain(order.referenceId);
  });

  test("it is not created again under a new id, though it was refused before", async () => {
    await tamper(...(await change()), sql`update transactions set submission = 'rejected' where id = ${order.id}`);
    expect(await reissueDeposit(await context.as("support"), order)).toEqual({ ok: false, error: { kind: "altered" } });
    expect(await orderOf(context, order.referenceId)).toMatchObject({ discrepancyKind: "altered" });
  });
});

test("what is unaltered is found by no check and is sent", async () => {
  const job = await context.as("job");
  await freezeAlteredDeposits(job);
  expect(await getTransaction(await context.as("finance"), order)).toMatchObject({ conflict: false });
  expect(await sendDeposit(job, { transactionRow: order.id })).toBe("accepted");
  expect(await named()).not.toContain(order.referenceId);
});

test("more orders than one page holds are all compared", async () => {
  const fresh = await openTestContext();
  try {
    const { id } = await requestedDeposit(fresh);
    await fresh.db.execute(sql`
      insert into transactions (environment, reference_id, type, method, currency, amount, player_id, submission,
        callback_token, created_at, updated_at)
      select 'sandbox', 'DP-COPY-' || n, type, method, currency, amount, player_id, submission, 'token-' || n,
        created_at, updated_at
      from transactions, generate_series(1, 600) n where id = ${id}`);
    await fresh.db.execute(sql`
      insert into deposits (transaction_row, digest, requested_by, requested_at)
      select t.id, d.digest, d.requested_by, d.requested_at
      from transactions t, deposits d where t.reference_id like 'DP-COPY-%' and d.transaction_row = ${id}`);
    expect((await verifyEveryChain(fresh.db)).map(({ broken }) => broken)).toEqual([null, null, null]);
    const { vault } = await fresh.as("job");
    expect(await Array.fromAsync(alteredDeposits({ db: fresh.db, vault }))).toHaveLength(600);
  } finally {
    await fresh.close();
  }
});
