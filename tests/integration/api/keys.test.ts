import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { createApiKey, decideUnattended, proposeUnattended, revokeApiKey, rotateApiKey } from "@/lib/api-keys/commands";
import { listApiKeys } from "@/lib/api-keys/queries";
import { listApprovals } from "@/lib/approval-queue/queries";
import { API_SCOPES, scopesCover } from "@/lib/auth/api-scopes";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import { PERMISSIONS, type Role } from "@/lib/auth/permissions";
import { decideBatch } from "@/lib/batches/approvals";
import { pauseBatch } from "@/lib/batches/pause";
import { subjectOf } from "@/lib/events/events";
import { listFreezable } from "@/lib/freezes/queries";
import { decideLimits } from "@/lib/limits/commands";
import { requestersOf } from "@/lib/notifications/requesters";
import { decidePayee } from "@/lib/payees/commands";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { decideRules, proposeRules } from "@/lib/withdrawals/approval-rule-changes";
import { decideWithdrawal, releaseWithdrawal } from "@/lib/withdrawals/approvals";
import { countWaitingForMe } from "@/lib/withdrawals/queries";
import { callApi, LIMIT, newKey } from "../../support/api";
import { requestAsSeen, uploaded } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";
import { payout } from "../../support/forms";
import { countRequestsBySums } from "../../support/request-counting";

let context: TestContext;
let admin: Ctx;
beforeAll(async () => {
  context = await openTestContext();
  await countRequestsBySums(context.url);
  admin = await context.as("admin");
});
afterAll(() => context.close());

const account = (number: number) => ({ destinationAccount: String(1_000_000 + number) });

async function orderOf(referenceId: string) {
  const [found] = await context.db
    .select({ order: transactions, intent: withdrawals })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .where(eq(transactions.referenceId, referenceId));
  return found!;
}

async function request(secret: string, more: Record<string, unknown> = {}) {
  const { status, json } = await callApi(context, "POST", "/v1/withdrawals", { secret, body: payout(more) });
  return { status, json };
}

describe("a key", () => {
  test("requests as itself: the audit log names it", async () => {
    const { keyId, secret } = await newKey(admin, { name: "Ledger" });
    const { status, json } = await request(secret, account(1));
    expect({ status, json }).toMatchObject({ status: 201, json: { submission: "queued", approvalsNeeded: 0 } });
    const { intent } = await orderOf(json.referenceId);
    expect(intent.requestedBy).toBe(keyId);
    const [line] = await context.db.select().from(auditEvents).where(eq(auditEvents.subject, json.referenceId));
    expect(line).toMatchObject({
      actorKind: "api_key",
      actorId: keyId,
      actorName: "Ledger",
      action: "withdrawal.requested",
    });
  });

  test("that is revoked is refused from the next request on, and what it requested cannot be approved", async () => {
    const { keyId, secret } = await newKey(admin);
    const { json } = await request(secret, { ...account(2), amount: "500000" });
    expect(json.submission).toBe("awaiting_approval");
    expect(await revokeApiKey(admin, { keyId })).toEqual({ ok: true, value: null });
    expect(await request(secret, account(3))).toMatchObject({ status: 401, json: { code: "revoked_key" } });
    const { digest } = (await orderOf(json.referenceId)).intent;
    const decision = { referenceId: json.referenceId, digest, decision: "approved" as const };
    expect(await decideWithdrawal(await context.as("approver"), decision)).toEqual({
      ok: false,
      error: { kind: "requester_inactive" },
    });
  });

  test("that is revoked says so to who uses a secret that was replaced, too", async () => {
    const { keyId, secret } = await newKey(admin);
    expect(await rotateApiKey(admin, { keyId })).toMatchObject({ ok: true });
    expect(await revokeApiKey(admin, { keyId })).toMatchObject({ ok: true });
    const answer = await callApi(context, "GET", "/v1/orders", { secret });
    expect(answer).toMatchObject({ status: 401, json: { code: "revoked_key" } });
    expect((await listApiKeys(admin)).find((key) => key.keyId === keyId)?.formerUntil ?? null).toBeNull();
  });

  test("whose secret was rotated works with both for a day, then with the new one alone", async () => {
    const { keyId, secret } = await newKey(admin);
    const rotated = await rotateApiKey(admin, { keyId });
    if (!rotated.ok) throw new Error(rotated.error.kind);
    const status = async (one: string) => (await callApi(context, "GET", "/v1/orders", { secret: one })).status;
    expect([await status(secret), await status(rotated.value.secret)]).toEqual([200, 200]);
    context.clock.now = new Date(context.clock.now.getTime() + 24 * 3_600_000);
    expect([await status(secret), await status(rotated.value.secret)]).toEqual([401, 200]);
  });

  test("whose secret is rotated again within the day works with each until 24 hours after it was replaced", async () => {
    const { keyId, secret: first } = await newKey(admin);
    const rotate = async () => {
      const rotated = await rotateApiKey(admin, { keyId });
      if (!rotated.ok) throw new Error(rotated.error.kind);
      return rotated.value.secret;
    };
    const wait = (hours: number) => {
      context.clock.now = new Date(context.clock.now.getTime() + hours * 3_600_000);
    };
    const statuses = async () => {
      const asked = [first, second, third].map((secret) => callApi(context, "GET", "/v1/orders", { secret }));
      return (await Promise.all(asked)).map(({ status }) => status);
    };
    const second = await rotate();
    wait(2);
    const third = await rotate();
    expect(await statuses()).toEqual([200, 200, 200]);
    wait(21);
    expect(await statuses()).toEqual([200, 200, 200]);
    wait(1);
    expect(await statuses()).toEqual([401, 200, 200]);
    wait(2);
    expect(await statuses()).toEqual([401, 401, 200]);
    await rotate();
    expect(await revokeApiKey(admin, { keyId })).toMatchObject({ ok: true });
    expect(await statuses()).toEqual([401, 401, 401]);
  });

  test("works from its networks alone, until the end of its last day in Tokyo", async () => {
    const { secret } = await newKey(admin, { networks: ["10.1.0.0/16", "2001:db8::/32"], lastDay: "2099-01-01" });
    const from = async (address: string) => (await callApi(context, "GET", "/v1/orders", { secret, address })).status;
    expect(await Promise.all(["10.1.2.3", "10.2.0.1", "2001:db8::1", "::1"].map(from))).toEqual([200, 403, 200, 403]);
    const { now } = context.clock;
    context.clock.now = new Date("2099-01-01T14:59:59Z");
    expect(await from("10.1.2.3")).toBe(200);
    context.clock.now = new Date("2099-01-01T15:00:00Z");
    expect(await from("10.1.2.3")).toBe(401);
    context.clock.now = now;
  });

  test("that has expired gets no other secret, which would not work either", async () => {
    const { keyId } = await newKey(admin, { lastDay: "2099-01-01" });
    const { now } = context.clock;
    context.clock.now = new Date("2099-01-01T15:00:00Z");
    const rotated = await rotateApiKey(await context.as("admin"), { keyId });
    context.clock.now = now;
    expect(rotated).toEqual({ ok: false, error: { kind: "expired" } });
  });

  test("has a name that no other of its environment has, unless that one was revoked", async () => {
    const input = { name: "Twice", scopes: ["orders:read" as const], networks: [], lastDay: "", limits: [] };
    const [first, second] = await Promise.all([createApiKey(admin, input), createApiKey(admin, input)]);
    const [made, refused] = first.ok ? [first, second] : [second, first];
    expect(refused).toEqual({ ok: false, error: { kind: "invalid", fields: { name: "apiKeyName" } } });
    await revokeApiKey(admin, { keyId: made.ok ? made.value.keyId : "" });
    expect(await createApiKey(admin, input)).toMatchObject({ ok: true });
  });

  test("has a last day that is not over, and is listed with that day", async () => {
    const { now } = context.clock;
    context.clock.now = new Date("2098-12-31T15:00:00Z");
    const input = { name: "Dated", scopes: ["orders:read" as const], networks: [], limits: [] };
    expect(await createApiKey(admin, { ...input, lastDay: "2098-12-31" })).toEqual({
      ok: false,
      error: { kind: "invalid", fields: { lastDay: "dayOver" } },
    });
    expect(await createApiKey(admin, { ...input, lastDay: "2099-01-01" })).toMatchObject({ ok: true });
    const listed = (await listApiKeys(admin)).filter(({ name }) => name === "Dated");
    expect(listed).toMatchObject([{ lastDay: "2099-01-01", state: "active" }]);
    context.clock.now = now;
  });

  test("can be frozen while it works and may request payouts", async () => {
    const { keyId } = await newKey(admin, { name: "Pays" });
    await newKey(admin, { name: "Reads", scopes: ["orders:read"], limits: [] });
    await newKey(admin, { name: "Ends", lastDay: "2099-02-01" });
    const named = async () =>
      (await listFreezable(admin)).filter(({ role }) => role === "api_key").map(({ name }) => name);
    const before = await named();
    expect(before).toEqual(expect.arrayContaining(["Ends (API)", "Pays (API)"]));
    expect(before).not.toContain("Reads (API)");
    const { now } = context.clock;
    context.clock.now = new Date("2099-02-01T15:00:00Z");
    expect(await named()).not.toContain("Ends (API)");
    context.clock.now = now;
    await revokeApiKey(admin, { keyId });
    expect(await named()).not.toContain("Pays (API)");
  });

  test("cannot be approved for by who was shown its secret", async () => {
    const { keyId, secret } = await newKey(admin);
    const { json } = await request(secret, { ...account(4), amount: "600000" });
    const { digest } = (await orderOf(json.referenceId)).intent;
    const decision = { referenceId: json.referenceId, digest, decision: "approved" as const };
    expect(await decideWithdrawal(admin, decision)).toEqual({ ok: false, error: { kind: "own_request" } });
    const other = await context.another("admin");
    await rotateApiKey(other, { keyId });
    expect(await decideWithdrawal(other, decision)).toEqual({ ok: false, error: { kind: "own_request" } });
    // Who knew a secret still knows it after a later rotation.
    await rotateApiKey(admin, { keyId });
    expect(await decideWithdrawal(other, decision)).toEqual({ ok: false, error: { kind: "own_request" } });
    const listed = async (ctx: Ctx) => {
      const { count, items } = await listApprovals(ctx);
      const isThere = items.some(({ id }) => id === json.referenceId);
      return { isThere, isCounted: count === items.length, waiting: (await countWaitingForMe(ctx)).mostUrgent };
    };
    const approver = await context.as("approver");
    const shownTo = async (ctx: Ctx) => (await getTransaction(ctx, json))?.withdrawal?.approval;
    for (const ctx of [admin, other]) {
      expect(await shownTo(ctx)).toMatchObject({ mine: "own_key", mayTakeBack: false });
      const { isThere, waiting } = await listed(ctx);
      expect([isThere, waiting.includes(json.referenceId)]).toEqual([false, false]);
    }
    expect(await listed(approver)).toMatchObject({ isThere: true, isCounted: true });
    const subject = subjectOf("order", json.referenceId);
    const knowing = (await requestersOf(context.db, admin, [subject])).get(subject);
    expect(new Set(knowing)).toEqual(new Set([keyId, admin.actor.id, other.actor.id]));
    expect(await decideWithdrawal(approver, decision)).toMatchObject({ ok: true });
  });
});

describe("a key whose secret is known to who left", () => {
  const leftOf = async (keyId: string) => (await listApiKeys(admin)).find((key) => key.keyId === keyId)?.left;
  const change = (ctx: Ctx, to: { disabledAt: Date } | { role: Role }) =>
    context.db.update(users).set(to).where(eq(users.id, ctx.actor.id));
  /** Another admin, who was something else before. */
  const promoted = async (role: Role): Promise<Ctx> => {
    const ctx = await context.as(role);
    await change(ctx, { role: "admin" });
    return { ...ctx, actor: { ...ctx.actor, role: "admin" } as Ctx["actor"] };
  };

  test("names them while a secret that they were shown works", async () => {
    const creator = await promoted("support");
    const { keyId } = await newKey(creator, { name: "Payroll" });
    expect(await leftOf(keyId)).toEqual([]);
    await change(creator, { disabledAt: context.clock.now });
    const { name } = creator.actor;
    expect(await leftOf(keyId)).toEqual([{ name, isDisabled: true, until: null }]);

    // A secret of an admin replaces it a day later.
    await rotateApiKey(admin, { keyId });
    const until = new Date(context.clock.now.getTime() + 24 * 3_600_000).toISOString();
    expect(await leftOf(keyId)).toEqual([{ name, isDisabled: true, until }]);
    await rotateApiKey(admin, { keyId });
    expect(await leftOf(keyId)).toEqual([{ name, isDisabled: true, until }]);
    context.clock.now = new Date(until);
    expect(await leftOf(keyId)).toEqual([]);
  });

  test("names who is not an admin any more, until it is revoked", async () => {
    const rotating = await promoted("viewer");
    const { keyId } = await newKey(admin, { name: "Refunds" });
    await rotateApiKey(rotating, { keyId });
    await change(rotating, { role: "viewer" });
    expect(await leftOf(keyId)).toEqual([{ name: rotating.actor.name, isDisabled: false, until: null }]);
    await revokeApiKey(admin, { keyId });
    expect(await leftOf(keyId)).toEqual([]);
  });
});

describe("a key can never approve", () => {
  test("with any scopes: it holds what they name, and nothing else", async () => {
    const key = await context.as("api_key");
    const allowed = PERMISSIONS.filter((permission) => {
      try {
        requirePermission(key, permission);
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(Forbidden);
        return false;
      }
    });
    expect(allowed.toSorted()).toEqual(
      ["balances:read", "events:read", "payees:read", "pii:read", "players:read", "transactions:read"]
        .concat("withdrawals:create", "mcp:call", "activity:read", "daily_close:read")
        .toSorted(),
    );
    expect(PERMISSIONS.filter((one) => scopesCover(API_SCOPES, one) && /approve|change|manage|send/.test(one))).toEqual(
      [],
    );
  });

  test("by any use case that decides", async () => {
    const key = await context.as("api_key");
    const id = "00000000-0000-4000-8000-000000000000";
    const digest = `v1:00000000:${"0".repeat(64)}`;
    const proposal = { proposalId: id, apply: true };
    const tries: Record<string, () => Promise<unknown>> = {
      decideWithdrawal: () => decideWithdrawal(key, { referenceId: "WD-1", digest, decision: "approved" }),
      releaseWithdrawal: () => releaseWithdrawal(key, { referenceId: "WD-1" }),
      decideBatch: () =>
        decideBatch(key, { batchId: id, digest, decision: "approved", again: { count: "1", amounts: {} } }),
      decidePayee: () => decidePayee(key, { payeeId: id, version: 1, decision: "approved" }),
      decideLimits: () => decideLimits(key, proposal),
      decideRules: () => decideRules(key, proposal),
      decideUnattended: () => decideUnattended(key, proposal),
    };
    for (const [name, attempt] of Object.entries(tries)) {
      await expect(attempt(), name).rejects.toBeInstanceOf(Forbidden);
    }
  });
});

describe("in production", () => {
  let production: TestContext;
  let one: Ctx;
  let two: Ctx;
  beforeAll(async () => {
    production = await openTestContext(undefined, { environment: "production" });
    await countRequestsBySums(production.url);
    one = await production.as("admin");
    two = await production.another("admin");
    const rules = (["JPY", "THB"] as const).map((currency) => ({ currency, from: "0", approvers: 0 as const }));
    const proposed = await proposeRules(one, { rules });
    if (!proposed.ok) throw new Error(proposed.error.kind);
    const applied = await decideRules(two, { proposalId: proposed.value.proposalId, apply: true });
    if (!applied.ok) throw new Error(applied.error.kind);
  });
  afterAll(() => production.close());

  test("a person stands between a key and money under any rules, unless two admins allow a sum", async () => {
    const { keyId, secret } = await newKey(one, { limits: [{ currency: "JPY", amount: "100000" }] });
    const needed = async (number: number) => {
      const body = payout({ ...account(number), amount: "20000" });
      const { json } = await callApi(production, "POST", "/v1/withdrawals", { secret, body });
      return json.approvalsNeeded ?? json.code;
    };
    expect(await needed(1)).toBe(1);

    const change = { keyId, limits: [{ currency: "JPY" as const, amount: "60000" }] };
    const proposed = await proposeUnattended(one, change);
    if (!proposed.ok) throw new Error(proposed.error.kind);
    const decision = { proposalId: proposed.value.proposalId, apply: true };
    expect(await decideUnattended(one, decision)).toEqual({ ok: false, error: { kind: "own_proposal" } });
    await expect(decideUnattended(await production.as("finance"), decision)).rejects.toBeInstanceOf(Forbidden);
    expect(await needed(2)).toBe(1);
    expect(await decideUnattended(two, decision)).toMatchObject({ ok: true });
    expect([await needed(3), await needed(4), await needed(5)]).toEqual([0, 1, 1]);
    expect(await needed(6)).toBe("exceeds_key_limit");
  });

  test("an equal payout needs a person, also within what the key may send alone", async () => {
    const limits = (["JPY", "THB"] as const).map((currency) => ({ currency, amount: "1000000" }));
    const { keyId, secret } = await newKey(one, { limits });
    const proposed = await proposeUnattended(one, { keyId, limits });
    if (!proposed.ok) throw new Error(proposed.error.kind);
    expect((await decideUnattended(two, { proposalId: proposed.value.proposalId, apply: true })).ok).toBe(true);
    const post = async (more: Record<string, unknown>) => {
      const { json } = await callApi(production, "POST", "/v1/withdrawals", { secret, body: payout(more) });
      return [json.submission, json.approvalsNeeded];
    };
    const sameTo = { ...account(20), amount: "20000" };
    expect(await post(sameTo)).toEqual(["queued", 0]);
    expect(await post(sameTo)).toEqual(["awaiting_approval", 1]);
    expect(await post({ ...sameTo, amount: "20001" })).toEqual(["queued", 0]);
    const thai = { currency: "THB", destination: "KBANK", amount: "5000", destinationAccount: "123-4-56789-0" };
    const inJapan = { destinationBranchCode: undefined, destinationBranchName: undefined };
    const abroad = { ...thai, ...inJapan, destinationAccountType: undefined };
    expect(await post(abroad)).toEqual(["queued", 0]);
    expect(await post({ ...abroad, destinationAccount: "1234567890" })).toEqual(["awaiting_approval", 1]);
    // A row that has not been sent yet, of a batch that a user paused.
    const batchId = await uploaded(production, [{ ...account(22), amount: "40,000" }]);
    expect(await requestAsSeen(production, batchId)).toMatchObject({ value: { state: "sending" } });
    expect(await pauseBatch(one, { batchId })).toMatchObject({ ok: true });
    expect(await post({ ...account(22), amount: "40000" })).toEqual(["awaiting_approval", 1]);
    expect(await post({ ...account(22), amount: "40001" })).toEqual(["queued", 0]);
    const atOnce = await Promise.all([1, 2, 3].map(() => post({ ...account(21), amount: "30000" })));
    expect(atOnce.map(([, approvals]) => approvals).toSorted()).toEqual([0, 1, 1]);
  });
});

test("limits of 24 hours hold under fifty concurrent requests", { timeout: 60_000 }, async () => {
  const { keyId, secret } = await newKey(admin, { limits: [{ currency: "JPY", amount: "100000" }] });
  const requests = Array.from({ length: 50 }, (_none, at) => request(secret, { ...account(100 + at), amount: "9000" }));
  const answers = await Promise.all(requests);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(answers.length - refused.length).toBe(11);
  expect(new Set(refused.map(({ json }) => json.code))).toEqual(new Set(["exceeds_key_limit"]));
  const made = await context.db.select().from(withdrawals).where(eq(withdrawals.requestedBy, keyId));
  expect(made).toHaveLength(11);
  expect(await request(secret, { ...account(200), currency: "THB" })).toMatchObject({
    status: 409,
    json: { detail: "The key may request nothing in THB." },
  });
  const [view] = (await listApiKeys(admin)).filter((one) => one.keyId === keyId);
  expect(view?.limits).toEqual([{ currency: "JPY", amount: "100000", used: "99000" }]);
});

test("the secret is in no row of the database, no list and no line of the audit log", async () => {
  const { keyId, secret } = await newKey(admin, { name: "Secretive", limits: [LIMIT] });
  const rotated = await rotateApiKey(admin, { keyId });
  if (!rotated.ok) throw new Error(rotated.error.kind);
  await request(rotated.value.secret, account(300));
  const random = [secret, rotated.value.secret].map((one) => one.slice(-36));
  const { rows: tables } = await context.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'",
  );
  let read = 0;
  for (const { name } of tables) {
    const schema = name.startsWith("_private") || name === "migrations" ? "graphile_worker" : "public";
    const { rows } = await context.pool.query<{ row: string }>(`select t::text as row from "${schema}"."${name}" t`);
    for (const { row } of rows) {
      read += 1;
      for (const one of random) expect(row.includes(one), name).toBe(false);
    }
  }
  expect(read).toBeGreaterThan(20);
  expect(JSON.stringify(await listApiKeys(admin))).not.toContain(random[1]);
});
