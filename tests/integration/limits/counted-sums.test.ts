import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { rotateApiKey } from "@/lib/api-keys/commands";
import type { Ctx } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { connect, openPool } from "@/lib/db/connection";
import { decideLimits, proposeLimits } from "@/lib/limits/commands";
import { countedSum, requestedIn24Hours } from "@/lib/limits/counted-sums";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { adviceFor } from "@/lib/withdrawals/advice";
import { reissueWithdrawal, requestWithdrawal } from "@/lib/withdrawals/commands";
import { type WithdrawalForm, withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { callApi, newKey } from "../../support/api";
import { batchOf, requestAsSeen, sendWhole, uploaded } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";
import { payout, typedForm } from "../../support/forms";
import { jobsFor, orderOf } from "../../support/orders";
import { costsOf, recordQueries } from "../../support/query-costs";
import { countRequestsBySums } from "../../support/request-counting";
import { openService, type Service } from "../../support/service";

/** The sandbox's rules: no approver below ¥100,000, one from there on. */
let context: TestContext;
let service: Service;
let ops: Ctx;
beforeAll(async () => {
  service = await openService();
});
beforeEach(async () => {
  await context?.close();
  context = await openTestContext(service);
  await countRequestsBySums(context.url);
  ops = await context.as("ops");
});
afterAll(async () => {
  await context.close();
  await service.close();
});

async function request(by: Ctx, more: Partial<WithdrawalForm> & { corrects?: string } = {}) {
  const form = { ...typedForm({ amount: "60,000", ...more }), ...(more.corrects && { corrects: more.corrects }) };
  const made = await requestWithdrawal(by, withdrawalInput.parse(form));
  if (!made.ok) throw new Error(made.error.kind);
  return counted(made.value.referenceId);
}

async function requestByKey(secret: string, number: number, amount = "60000") {
  const { json } = await callApi(context, "POST", "/v1/withdrawals", {
    ...{ secret, body: payout({ ...elsewhere(number), amount }) },
  });
  return counted(json.referenceId);
}

async function counted(referenceId: string) {
  const order = await orderOf(context, referenceId);
  const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, order.id));
  const { approvalBasis: basis, approvalAmount: amount, approversNeeded: needed } = intent!;
  return { ...order, counted: { basis, amount, needed } };
}
const elsewhere = (number: number) => ({ destinationAccount: String(1_000_000 + number) });
const later = (ms: number) => {
  context.clock.now = new Date(context.clock.now.getTime() + ms);
};

describe("approval rules are compared with sums of 24 hours", () => {
  test("of one requester, to all payees", async () => {
    const first = await request(ops, elsewhere(1));
    expect(first.counted).toEqual({ basis: "payout", amount: "60000", needed: 0 });
    const second = await request(ops, elsewhere(2));
    expect(second.counted).toEqual({ basis: "requester_24h", amount: "120000", needed: 1 });
    expect(second.submission).toBe("awaiting_approval");
    const other = await request(await context.another("ops"), elsewhere(3));
    expect(other.counted).toEqual({ basis: "payout", amount: "60000", needed: 0 });
  });

  describe("of one person and of the keys whose secret they were shown", () => {
    const alone = { basis: "payout", amount: "60000", needed: 0 };
    const together = { basis: "person_24h", amount: "120000", needed: 1 };
    let admin: Ctx;
    let other: Ctx;
    beforeEach(async () => {
      admin = await context.as("admin");
      other = await context.another("admin");
    });

    test("who requests by the form, then by a key that they made, and by another", async () => {
      expect((await request(admin, elsewhere(1))).counted).toEqual(alone);
      const { secret } = await newKey(admin);
      expect((await requestByKey(secret, 2)).counted).toEqual(together);
      const third = await requestByKey((await newKey(admin)).secret, 3);
      expect(third.counted).toEqual({ ...together, amount: "180000" });
      expect(third.submission).toBe("awaiting_approval");
      expect((await request(other, elsewhere(4))).counted).toEqual(alone);
      expect((await requestByKey((await newKey(other)).secret, 5, "30000")).counted).toMatchObject({ needed: 0 });
    });

    test("who requests by a key, then by the form, and the admin who rotated its secret since", async () => {
      const { keyId, secret } = await newKey(admin);
      expect((await requestByKey(secret, 1)).counted).toEqual(alone);
      expect((await request(other, { ...elsewhere(2), amount: "20,000" })).counted).toMatchObject({ amount: "20000" });
      await rotateApiKey(other, { keyId });
      expect((await request(admin, elsewhere(3))).counted).toEqual(together);
      expect((await request(other, elsewhere(4))).counted).toEqual({ ...together, amount: "140000" });
    });

    test("who knows most of them, and not all who know a secret together", async () => {
      const { keyId, secret } = await newKey(admin);
      await rotateApiKey(other, { keyId });
      await request(admin, { ...elsewhere(1), amount: "40,000" });
      await request(other, { ...elsewhere(2), amount: "30,000" });
      const byKey = await requestByKey(secret, 3, "50000");
      expect(byKey.counted).toEqual({ basis: "person_24h", amount: "90000", needed: 0 });
    });

    test("in a batch as in a payout", async () => {
      const { secret } = await newKey(admin);
      await requestByKey(secret, 1);
      const batchId = await uploaded(context, [{ amount: "60,000" }]);
      expect(await requestAsSeen(context, batchId, admin)).toMatchObject({ value: { state: "awaiting_approval" } });
      expect((await batchOf(context, batchId)).totals).toMatchObject([
        { counted: { basis: "person_24h", amount: "120000" } },
      ]);
      // Its row is no order yet.
      expect((await requestByKey(secret, 2)).counted).toEqual({ ...together, amount: "180000" });
    });

    test("at the same moment", async () => {
      const keys = await Promise.all([newKey(admin), newKey(admin)]);
      const made = await Promise.all([
        request(admin, elsewhere(1)),
        ...keys.map(({ secret }, n) => requestByKey(secret, n + 2)),
      ]);
      expect(made.map((one) => Number(one.counted.amount)).sort()).toEqual([120_000, 180_000, 60_000]);
      expect(made.filter((one) => one.counted.needed === 0)).toHaveLength(1);
    });

    test("by the indexes, however much was requested before", async () => {
      const { secret } = await newKey(admin);
      const { id } = await requestByKey(secret, 1);
      await context.pool.query(
        `insert into transactions (environment, reference_id, type, currency, amount, submission, created_at, updated_at)
         select 'sandbox', 'OLD-' || n, 'WITHDRAW', 'JPY', n, 'accepted', now(), now() from generate_series(1, 3000) n`,
      );
      // The plan that checks each reference was made for an empty table.
      await context.pool.query("analyze transactions");
      await context.pool.query(
        `insert into withdrawals
         select old.* from transactions t, withdrawals w, jsonb_populate_record(w, jsonb_build_object(
           'transaction_row', t.id, 'form_id', null, 'payee_key', t.amount, 'requested_by', $2::uuid,
           'requested_at', $3::timestamptz - t.amount * interval '10 minutes')) old
         where w.transaction_row = $1 and t.id <> $1`,
        [id, ops.actor.id, context.clock.now],
      );
      await context.pool.query("analyze withdrawals");
      const { db, asked } = recordQueries(context.pool);
      const read = () =>
        countedSum(db, admin, { currency: "JPY", amount: "1", requestedBy: admin.actor.id, payeeKey: "2" });
      expect(await read()).toEqual({ basis: "person_24h", amount: "60001" });
      for (const { blocks, isScanned, sql } of await costsOf({ client: context.pool, asked }, read))
        expect([blocks <= 50, isScanned, blocks, sql]).toEqual([true, false, blocks, sql]);
    });

    test("as the form states it and the approver reads it", async () => {
      const { keyId, secret } = await newKey(admin, { name: "ERP" });
      await newKey({ ...admin, environment: "production" }, { name: "Elsewhere" });
      await newKey(admin, { name: "Only reads", scopes: ["orders:read"], limits: [] });
      const expired = await newKey(admin, { name: "Expired" });
      const expiresAt = new Date(context.clock.now.getTime() - 25 * 3_600_000);
      await context.db.update(apiKeys).set({ expiresAt }).where(eq(apiKeys.id, expired.keyId));
      await requestByKey(secret, 1);
      const terms = { ...payout(), ...elsewhere(2), amount: "60000", destinationAccountType: "1" as const };
      const sum = { kind: "sum", basis: "person_24h", total: "120000", currency: "JPY", approvers: 1 };
      expect(await adviceFor(admin, { ...terms, playerId: null })).toContainEqual(sum);
      const shares = async (order: { referenceId: string }, role: Role = "approver") =>
        (await getTransaction(await context.as(role), order))?.withdrawal?.approval?.requester.shares;
      const byAdmin = await request(admin, elsewhere(2));
      expect(await shares(byAdmin)).toEqual({ kind: "keys", names: ["ERP"] });
      for (const role of ["ops", "finance", "support", "viewer"] as const)
        expect(await shares(byAdmin, role)).toBeNull();
      await rotateApiKey(other, { keyId });
      const names = [admin.actor.name, other.actor.name].sort();
      expect(await shares(await requestByKey(secret, 3))).toEqual({ kind: "holders", names });
      const byOps = await request(ops, { ...elsewhere(4), amount: "100,000" });
      expect(await shares(byOps)).toBeNull();
    });
  });

  test("of one payee, by all requesters and in any spelling", async () => {
    await request(ops, { destinationAccount: "123456" });
    const second = await request(await context.another("ops"), { destinationAccount: "０１２３４５６" });
    expect(second.counted).toEqual({ basis: "payee_24h", amount: "120000", needed: 1 });
  });

  test("and not of another currency, another environment, or the day before", async () => {
    await request(ops);
    expect((await request(ops, thb)).counted).toEqual({ basis: "payout", amount: "200", needed: 0 });
    const production: Ctx = { ...ops, environment: "production" };
    const again = { amountAgain: "60,000" };
    const made = await requestWithdrawal(
      production,
      withdrawalInput.parse({ ...typedForm({ amount: "60,000" }), ...again }),
    );
    expect(made.ok).toBe(true);
    later(24 * 3_600_000);
    expect((await request(ops)).counted).toEqual({ basis: "payout", amount: "60000", needed: 0 });
  });

  test("twenty concurrent requests see each other", async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) => request(ops, { ...elsewhere(n), amount: "30,000" })),
    );
    const free = made.filter(({ counted }) => counted.needed === 0);
    expect(free).toHaveLength(3);
    const sums = made.map(({ counted }) => Number(counted.amount)).sort((a, b) => a - b);
    expect(sums).toEqual(Array.from({ length: 20 }, (_, n) => 30_000 * (n + 1)));
  });

  test("what came to nothing does not count, and what replaces it counts once", async () => {
    const rejected = await request(ops);
    await context.db.update(transactions).set({ submission: "rejected" }).where(eq(transactions.id, rejected.id));
    const again = await reissueWithdrawal(ops, rejected);
    if (!again.ok) throw new Error(again.error.kind);
    const [reissued] = await context.db
      .select()
      .from(withdrawals)
      .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
      .where(eq(transactions.referenceId, again.value.referenceId));
    expect(reissued?.withdrawals).toMatchObject({ approvalBasis: "payout", approvalAmount: "60000" });
    for (const submission of ["declined", "sent_back", "withdrawn", "expired", "stopped", "not_created"] as const) {
      await context.db.update(transactions).set({ submission });
      expect((await request(ops)).counted).toEqual({ basis: "payout", amount: "60000", needed: 0 });
    }
    for (const submission of ["awaiting_approval", "queued", "submitting", "accepted", "unknown"] as const) {
      await context.db.update(transactions).set({ submission: "declined" });
      await context.db.update(transactions).set({ submission }).where(eq(transactions.id, rejected.id));
      // To another account: the same amount to one with an unknown outcome is refused.
      expect((await request(ops, elsewhere(1))).counted).toMatchObject({ amount: "120000", needed: 1 });
    }
  });

  test("a row of a batch that becomes an order while they are read counts once", async () => {
    const batchId = await uploaded(context, [{ amount: "60,000" }]);
    expect(await requestAsSeen(context, batchId)).toMatchObject({ value: { state: "sending" } });
    const pool = openPool(context.url);
    const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
    const thenSent = async (...asked: unknown[]) => {
      const answer = await query(...asked);
      await sendWhole(context, batchId);
      return answer;
    };
    const db = connect(Object.assign(pool, { query: thenSent }));
    const sum = () => requestedIn24Hours(db, ops, { currency: "JPY", requestedBy: ops.actor.id });
    const meanwhile = await sum();
    const [row] = (await batchOf(context, batchId)).rows;
    expect(row?.transactionRow).not.toBeNull();
    expect([meanwhile, await sum()]).toEqual(["60000", "60000"]);
    await pool.end();
  });

  test("the form states it before it is sent", async () => {
    const terms = {
      ...{ currency: "JPY", amount: "60000", destination: "0005", destinationBranchCode: "001" },
      ...{ destinationAccountType: "1", destinationAccount: "0123456", destinationAccountName: "ヤマダ　タロウ" },
      playerId: null,
    };
    expect(await adviceFor(ops, terms)).toEqual([{ kind: "never_paid" }]);
    await request(ops, elsewhere(1));
    const sum = { kind: "sum", basis: "requester_24h", total: "120000", currency: "JPY", approvers: 1 };
    expect(await adviceFor(ops, terms)).toContainEqual(sum);
  });
});

const thb = { currency: "THB", amount: "200", destination: "KBANK", destinationAccount: "123-4-56789-0" };

test("limits that equal those in force are not proposed", async () => {
  const none = { ok: false, error: { kind: "no_change" } };
  const admin = await context.as("admin");
  expect(await proposeLimits(admin, { limits: [] })).toEqual(none);
  const proposed = await proposeLimits(admin, { limits: [{ currency: "JPY", amount: "100000" }] });
  if (!proposed.ok) throw new Error(proposed.error.kind);
  await decideLimits(await context.another("admin"), { ...proposed.value, apply: true });
  expect(await proposeLimits(admin, { limits: [{ currency: "JPY", amount: "100000.0" }] })).toEqual(none);
  expect(await proposeLimits(admin, { limits: [] })).toMatchObject({ ok: true });
});

describe("the daily limit", () => {
  const limits = [{ currency: "JPY", amount: "100000" }];
  async function apply(to: typeof limits) {
    later(1_000);
    const proposed = await proposeLimits(await context.as("admin"), { limits: to });
    if (!proposed.ok) throw new Error(proposed.error.kind);
    expect(await decideLimits(await context.as("admin"), { ...proposed.value, apply: true })).toMatchObject({
      error: { kind: "own_proposal" },
    });
    second ??= await context.another("admin");
    expect(await decideLimits(second, { ...proposed.value, apply: true })).toEqual({
      ok: true,
      value: { kind: "applied" },
    });
  }
  let second: Ctx | undefined;
  beforeEach(() => {
    second = undefined;
  });
  const send = async ({ id }: { id: string }) => {
    const job = await context.as("job");
    const api = { ...job.api, sendWithdraw: () => Promise.reject(new Error("killed")) };
    return sendWithdrawal({ ...job, api }, { transactionRow: id }).catch((error: Error) => error.message);
  };
  const others = async (amount: string, number: number) => {
    const user = await context.another("ops").catch(() => ops);
    return request(user, { ...elsewhere(number), amount });
  };

  test("holds what would exceed it, with any requester and approvers, until two admins raise it", async () => {
    await apply(limits);
    const [first, next] = [await request(ops, elsewhere(1)), await others("40,001", 2)];
    expect(await send(first)).toBe("killed");
    expect(await send(next)).toBe("held");
    expect(await orderOf(context, next.referenceId)).toMatchObject({ submission: "queued", heldReason: "daily_limit" });
    const third = await request(ops, { ...elsewhere(3), amount: "39,000" });
    expect(await send(third)).toBe("killed");

    await context.db.execute("delete from graphile_worker._private_jobs");
    await apply([{ currency: "JPY", amount: "99999" }]);
    expect(await jobsFor(context, next.id)).toEqual([]);
    await apply([{ currency: "JPY", amount: "139000" }]);
    expect(await jobsFor(context, next.id)).toEqual(["send-withdrawal"]);
    expect(await send(next)).toBe("held");
    await apply([]);
    expect(await send(next)).toBe("killed");
  });

  test("is kept by concurrent senders", async () => {
    await apply(limits);
    const orders = [];
    for (let n = 0; n < 3; n += 1) orders.push(await request(ops, { ...elsewhere(n), amount: "33,000" }));
    const more = await request(await context.another("ops"), { ...elsewhere(9), amount: "33,000" });
    const outcomes = await Promise.all([...orders, more].map(send));
    expect(outcomes.toSorted()).toEqual(["held", "killed", "killed", "killed"]);
  });

  test("counts what left within 24 hours", async () => {
    await apply(limits);
    expect(await send(await request(ops, elsewhere(1)))).toBe("killed");
    later(24 * 3_600_000);
    expect(await send(await request(ops, elsewhere(2)))).toBe("killed");
  });
});
