import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { verifyEveryChain } from "@/lib/audit/verify";
import type { Vault } from "@/lib/auth/crypto";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { listAttention } from "@/lib/transactions/list/attention";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { reissueWithdrawal } from "@/lib/withdrawals/commands";
import { alteredWithdrawals, freezeAlteredWithdrawals } from "@/lib/withdrawals/integrity";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openTestContext, type TestContext } from "../../support/context";
import { listWithdrawals } from "../../support/lists";
import { approved, orderOf, requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
let order: Awaited<ReturnType<typeof requested>>;

beforeAll(async () => {
  service = await openService();
  context = await openTestContext(service);
});
beforeEach(async () => {
  order = await requested(context, { amount: "688,000" });
});
afterAll(async () => {
  await context.close();
  await service.close();
});

/** What a superuser of the database can do: triggers do not prevent it. */
const tamper = (...statements: ReturnType<typeof sql>[]) =>
  context.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.execute(statement);
  });

const digestNow = async () =>
  (await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, order.id)))[0]!.digest;

const namedByCheck = async (vault: Vault) =>
  (await Array.fromAsync(alteredWithdrawals({ db: context.db, vault }))).map(({ order }) => order.referenceId);

/** The digest of another order: the best that can be had without the key. */
async function otherDigest(): Promise<string> {
  const other = await requested(context, { amount: "688,000", destinationAccount: "6666666" });
  return (await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, other.id)))[0]!.digest;
}

const account = () => sql`update withdrawals set destination_account = '6666666' where transaction_row = ${order.id}`;
const digest = (value: string) => sql`update withdrawals set digest = ${value} where transaction_row = ${order.id}`;

const TAMPERINGS: [string, () => Promise<ReturnType<typeof sql>[]>][] = [
  ["the account", async () => [account()]],
  ["account and digest", async () => [account(), digest(await otherDigest())]],
  ["a digest with a key of one's own", async () => [account(), digest(`v1:00000000:${"0".repeat(64)}`)]],
  ["the amount", async () => [sql`update transactions set amount = 9 where id = ${order.id}`]],
  [
    "the line that requested it",
    async () => [sql`update audit_events set detail = detail || '{"x": 1}' where subject = ${order.referenceId}`],
  ],
];

describe.each(TAMPERINGS)("after %s was changed in the database", (_what, change) => {
  test("it is not offered for approval, cannot be approved, and is frozen", async () => {
    await tamper(...(await change()));
    const approver = await context.as("approver");
    expect((await getTransaction(approver, order))!.withdrawal!.approval!.mine).toBeNull();
    const decision = { referenceId: order.referenceId, digest: await digestNow(), decision: "approved" } as const;
    expect(await decideWithdrawal(approver, decision)).toEqual({ ok: false, error: { kind: "altered" } });
    expect(await orderOf(context, order.referenceId)).toMatchObject({
      ...{ submission: "awaiting_approval", discrepancyKind: "altered" },
    });
    expect((await listAttention(approver)).rows.map(({ referenceId }) => referenceId)).toContain(order.referenceId);
  });

  test("the recovery job finds it while it waits, and it leaves the approver's list", async () => {
    const statements = await change();
    const approver = await context.as("approver");
    const mine = async () =>
      (await listWithdrawals(approver, { show: "mine" }))
        .map(({ referenceId }) => referenceId)
        .includes(order.referenceId);
    expect(await mine()).toBe(true);
    await tamper(...statements);
    await freezeAlteredWithdrawals(await context.as("job"));
    expect(await mine()).toBe(false);
    expect(await orderOf(context, order.referenceId)).toMatchObject({ discrepancyKind: "altered" });
  });

  test("the recovery job also freezes it once it was approved and is queued", async () => {
    await approved(context, order);
    await tamper(...(await change()));
    const viewer = await context.as("viewer");
    expect(await getTransaction(viewer, order)).toMatchObject({ conflict: true, discrepancyKind: "altered" });
    await freezeAlteredWithdrawals(await context.as("job"));
    expect(await orderOf(context, order.referenceId)).toMatchObject({
      submission: "queued",
      discrepancyKind: "altered",
    });
  });

  test("it is not sent, though it was approved before, and the check names it", async () => {
    await approved(context, order);
    await tamper(...(await change()));
    const job = await context.as("job");
    expect(await sendWithdrawal(job, { transactionRow: order.id })).toBe("altered");
    expect(await namedByCheck(job.vault)).toContain(order.referenceId);
  });
});

test("a refused one that was changed since is not sent again under a new id", async () => {
  const ops = await context.as("ops");
  await tamper(sql`update transactions set submission = 'rejected' where id = ${order.id}`, account());
  expect(await reissueWithdrawal(ops, { referenceId: order.referenceId, amountAgain: undefined })).toEqual({
    ...{ ok: false, error: { kind: "altered" } },
  });
  expect(await orderOf(context, order.referenceId)).toMatchObject({ discrepancyKind: "altered" });
});

test("an approval without its line in the audit log counts for nothing", async () => {
  const approver = await context.as("approver");
  const job = await context.as("job");
  await tamper(
    sql`insert into approvals (transaction_row, decision, by, at, digest)
      values (${order.id}, 'approved', ${approver.actor.id}, now(), ${await digestNow()})`,
    sql`update transactions set submission = 'queued' where id = ${order.id}`,
  );
  expect(await sendWithdrawal(job, { transactionRow: order.id })).toBe("altered");
});

test("unaltered orders are found by no check, and the chain alone would not have shown the change", async () => {
  const job = await context.as("job");
  expect(await namedByCheck(job.vault)).not.toContain(order.referenceId);
  const fresh = await openTestContext();
  try {
    const { id } = await requested(fresh, { amount: "688,000" });
    await fresh.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`update withdrawals set destination_account = '6666666' where transaction_row = ${id}`);
    });
    expect((await verifyEveryChain(fresh.db)).map(({ broken }) => broken)).toEqual([null, null, null]);
    expect(await Array.fromAsync(alteredWithdrawals({ db: fresh.db, vault: job.vault }))).toMatchObject([
      { altered: ["terms"] },
    ]);
  } finally {
    await fresh.close();
  }
});
