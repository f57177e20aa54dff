import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { approvals } from "@/drizzle/schema/approvals";
import { exchanges } from "@/drizzle/schema/evidence";
import { users } from "@/drizzle/schema/users";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { revokeApiKey, rotateApiKey } from "@/lib/api-keys/commands";
import { listApiKeys } from "@/lib/api-keys/queries";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import { expireProposals } from "@/lib/auth/dual-control";
import { listProposalsForMe } from "@/lib/dashboard/proposals";
import { subjectOf } from "@/lib/events/events";
import { decideResume, freezePayouts, proposeResume, RESUMPTION } from "@/lib/freezes/commands";
import { listFreezable, listFreezes } from "@/lib/freezes/queries";
import { requestersOf } from "@/lib/notifications/requesters";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { lockFreezesForClaim } from "@/lib/transactions/freezes/guard";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { callApi, newKey } from "../../support/api";
import type { TestContext } from "../../support/context";
import { payout, typedForm } from "../../support/forms";
import { lockWaits } from "../../support/lock-waits";
import { approved, jobsFor, orderOf, requested } from "../../support/orders";
import { openAtService, type Service } from "../../support/service";
import { auditEventsAbout } from "../../support/team";

let service: Service;
let context: TestContext;
let [admin, second, approver, job]: Ctx[] = [];
beforeAll(async () => {
  ({ service, context } = await openAtService());
  [admin, second] = [await context.as("admin"), await context.another("admin")];
  [approver, job] = [await context.as("approver"), await context.as("job")];
});
afterEach(() => context.pool.query("delete from proposals; delete from freezes"));
afterAll(() => context.close());

const reason = "strange payouts";
const send = ({ id }: { id: string }) => sendWithdrawal(job!, { transactionRow: id });

async function frozen(userId: string | null, ctx = approver!): Promise<string> {
  const made = await freezePayouts(ctx, { userId, reason });
  if (!made.ok) throw new Error(made.error.kind);
  return made.value.freezeId;
}

async function proposed(freezeId: string, ctx = admin!): Promise<string> {
  const made = await proposeResume(ctx, { freezeId });
  if (!made.ok) throw new Error(made.error.kind);
  return made.value.proposalId;
}

describe("while an environment is frozen", () => {
  test("nothing is sent, and requests are still written and approved", async () => {
    const order = await requested(context);
    await frozen(null);
    expect(await send(order)).toBe("taken");
    const large = await approved(context, await requested(context, { amount: "688,000" }));
    expect(large.submission).toBe("queued");
    expect(await send(large)).toBe("taken");
    expect(await orderOf(context, order.referenceId)).toMatchObject({ submission: "queued" });
    expect((await service.orders()).length).toBe(0);
  });

  test("every user reads who froze it and since when; the reason, which may name players, who sees names", async () => {
    await frozen(null);
    const at = context.clock.now.toISOString();
    const shown = { cause: "manual", user: null, by: "approver", at, resumption: null };
    for (const role of ["ops", "finance"] as const)
      expect(await listFreezes(await context.as(role))).toMatchObject([{ ...shown, reason }]);
    for (const role of ["viewer", "support"] as const)
      expect(await listFreezes(await context.as(role))).toMatchObject([{ ...shown, reason: "•••" }]);
  });

  test("the recovery job leaves the queue as it is", async () => {
    const order = await requested(context);
    await frozen(null);
    await context.db.execute(sql`delete from graphile_worker._private_jobs`);
    context.clock.now = new Date(context.clock.now.getTime() + 120_000);
    await recoverStuckOrders(job!);
    expect(await jobsFor(context, order.id)).toEqual([]);
  });
});

describe("resuming", () => {
  test("takes two users, and sends what was queued", async () => {
    const order = await requested(context);
    const freezeId = await frozen(null);
    const proposalId = await proposed(freezeId);
    const own = { ok: false, error: { kind: "own_proposal" } };
    expect(await decideResume(admin!, { proposalId, apply: true })).toEqual(own);
    expect(await send(order)).toBe("taken");

    await context.db.execute(sql`delete from graphile_worker._private_jobs`);
    expect(await decideResume(approver!, { proposalId, apply: true })).toEqual({
      ok: true,
      value: { kind: "applied" },
    });
    expect(await jobsFor(context, order.id)).toEqual(["send-withdrawal"]);
    expect(await send(order)).toBe("accepted");
    expect(await listFreezes(admin!)).toEqual([]);
    expect(await decideResume(approver!, { proposalId, apply: true })).toMatchObject({ error: { kind: "not_open" } });
  });

  test("does not count the decision of a user who was disabled since", async () => {
    const proposer = await context.another("approver");
    const proposalId = await proposed(await frozen(null), proposer);
    await context.db.update(users).set({ disabledAt: context.clock.now }).where(eq(users.id, proposer.actor.id));
    const refused = { ok: false, error: { kind: "proposer_not_permitted" } };
    expect(await decideResume(admin!, { proposalId, apply: true })).toEqual(refused);
    expect(await decideResume(admin!, { proposalId, apply: false })).toEqual({ ok: true, value: { kind: "dropped" } });
    expect((await proposeResume(admin!, { freezeId: (await listFreezes(admin!))[0]!.id })).ok).toBe(true);
  });

  test("is not for roles that move no money", async () => {
    const freezeId = await frozen(null);
    for (const role of ["finance", "support", "ops", "viewer"] as const) {
      const who = await context.as(role);
      await expect(freezePayouts(who, { userId: null, reason })).rejects.toThrow(Forbidden);
      await expect(proposeResume(who, { freezeId })).rejects.toThrow(Forbidden);
    }
  });
});

describe("while a person is frozen", () => {
  test("what they requested or approved is not sent, and what others did is", async () => {
    const byThem = await requested(context);
    const byOther = await requested(context, {}, await context.another("ops"));
    await frozen((await context.as("ops")).actor.id);
    expect(await send(byThem)).toBe("taken");
    expect(await send(byOther)).toBe("accepted");
  });

  test("the service is not asked about what a queued correction replaces, until they are resumed", async () => {
    const declined = await requested(context, { amount: "688,000" });
    const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, declined.id));
    const decision = { decision: "declined", reason: "not now", digest: intent!.digest } as const;
    expect(await decideWithdrawal(approver!, { ...declined, ...decision })).toMatchObject({ ok: true });
    const ops = await context.as("ops");
    const form = { ...typedForm({ amount: "12,000" }), corrects: declined.referenceId };
    const made = await requestWithdrawal(ops, withdrawalInput.parse(form));
    if (!made.ok) throw new Error(made.error.kind);
    const correction = await orderOf(context, made.value.referenceId);
    const freezeId = await frozen(ops.actor.id);

    const asked = () => context.db.$count(exchanges);
    const before = await asked();
    const { now } = context.clock;
    for (const _ of [1, 2]) {
      context.clock.now = new Date(context.clock.now.getTime() + 120_000);
      await recoverStuckOrders(job!);
      expect(await jobsFor(context, correction.id)).toContain("send-withdrawal");
      expect(await send(correction)).toBe("taken");
    }
    expect(await asked()).toBe(before);
    context.clock.now = now;
    expect(await decideResume(admin!, { proposalId: await proposed(freezeId, approver!), apply: true })).toMatchObject({
      ok: true,
    });
    expect(await send(correction)).toBe("accepted");
    const about = eq(exchanges.transactionRow, declined.id);
    expect(await context.db.$count(exchanges, about)).toBeGreaterThan(0);
  });

  test("an approver's approvals do not send, and they have no say in resuming", async () => {
    const large = await requested(context, { amount: "688,000" });
    const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, large.id));
    await decideWithdrawal(approver!, { ...large, decision: "approved", digest: intent!.digest });
    const freezeId = await frozen(approver!.actor.id, admin!);
    expect(await send(large)).toBe("taken");
    expect(await proposeResume(approver!, { freezeId })).toEqual({ ok: false, error: { kind: "own_freeze" } });
    const proposalId = await proposed(freezeId);
    const refused = { ok: false, error: { kind: "own_freeze" } };
    expect(await decideResume(approver!, { proposalId, apply: true })).toEqual(refused);
    expect((await decideResume(second!, { proposalId, apply: true })).ok).toBe(true);
    expect(await send(large)).toBe("accepted");
  });
});

describe("while a person is frozen who knows the secret of a key", () => {
  const byKey = async (secret: string, destinationAccount: string) => {
    const body = payout({ amount: "50000", destinationAccount });
    return orderOf(context, (await callApi(context, "POST", "/v1/withdrawals", { secret, body })).json.referenceId);
  };
  const read = async ({ referenceId }: { referenceId: string }) =>
    getTransaction(await context.as("finance"), { referenceId });

  test("what the key requests is not sent, also where its secret was rotated since, and its page says why", async () => {
    const { keyId, secret } = await newKey(admin!, { name: "Till" });
    const other = await newKey(second!, { name: "Other" });
    await rotateApiKey(second!, { keyId });
    const [order, free] = [await byKey(secret, "7000001"), await byKey(other.secret, "7000002")];
    await frozen(admin!.actor.id);
    // One that a frozen admin creates is no way out.
    const later = await byKey((await newKey(admin!, { name: "Later" })).secret, "7000003");
    expect([await send(order), await send(later), await send(free)]).toEqual(["taken", "taken", "accepted"]);
    expect(await read(order)).toMatchObject({ frozen: true, freeze: { user: "admin", isHolder: true } });
    const byAdmin = await requested(context, { destinationAccount: "7000004" }, admin!);
    expect(await read(byAdmin)).toMatchObject({ frozen: true, freeze: { user: "admin", isHolder: false } });
    expect((await listFreezes(admin!)).map(({ keys }) => keys)).toEqual([expect.arrayContaining(["Later", "Till"])]);
    expect((await listFreezes(admin!))[0]?.keys).not.toContain("Other");
    expect((await listFreezes(await context.as("ops")))[0]?.keys).toEqual([]);
  });

  test("the page of an order names the freeze of everything, too, and none where there is none", async () => {
    const order = await requested(context);
    expect(await read(order)).toMatchObject({ frozen: false, freeze: null });
    await frozen(null);
    expect(await read(order)).toMatchObject({ frozen: true, freeze: { user: null, isHolder: false } });
  });

  test("who freezes reads before which keys that covers", async () => {
    const { keyId } = await newKey(admin!, { name: "Payroll" });
    await newKey(admin!, { name: "Only reads", scopes: ["orders:read"], limits: [] });
    await newKey({ ...admin!, environment: "production" }, { name: "Production" });
    const keysOf = async (id: string) => (await listFreezable(approver!)).find((one) => one.id === id)?.keys;
    const known = await keysOf(admin!.actor.id);
    expect(known).toContain("Payroll");
    expect(known).not.toContain("Only reads");
    expect(known).not.toContain("Production");
    expect(await keysOf(approver!.actor.id)).toEqual([]);
    expect(await keysOf(keyId)).toEqual([]);
    await revokeApiKey(second!, { keyId });
    expect(await keysOf(admin!.actor.id)).not.toContain("Payroll");
  });

  test("a disabled person can be frozen as long as they know the secret of a key that may request", async () => {
    const person = { email: "left@choba.test", name: "left", role: "admin", passwordHash: "x" } as const;
    const at = context.clock.now;
    const [left] = await context.db
      .insert(users)
      .values({ ...person, createdAt: at, disabledAt: at })
      .returning();
    const listed = async () => (await listFreezable(approver!)).find(({ id }) => id === left!.id);
    expect(await listed()).toBeUndefined();
    const { keyId } = await newKey(second!, { name: "Kept" });
    await context.db
      .update(apiKeys)
      .set({ holders: [left!.id] })
      .where(eq(apiKeys.id, keyId));
    expect(await listed()).toMatchObject({ disabled: true, keys: ["Kept"] });
    await revokeApiKey(second!, { keyId });
    expect(await listed()).toBeUndefined();
  });

  test("who knows the secret of a frozen key has no say in resuming it", async () => {
    const { keyId } = await newKey(admin!, { name: "Shop" });
    const freezeId = await frozen(keyId);
    const refused = { ok: false, error: { kind: "own_freeze" } };
    expect(await proposeResume(admin!, { freezeId })).toEqual(refused);
    const proposalId = await proposed(freezeId, second!);
    expect(await decideResume(admin!, { proposalId, apply: true })).toEqual(refused);
    const isOwn = async (ctx: Ctx) => (await listFreezes(ctx)).map((one) => one.isOwn);
    expect([await isOwn(admin!), await isOwn(second!)]).toEqual([[true], [false]]);
    const waits = async (ctx: Ctx) => (await listProposalsForMe(ctx)).map(({ id }) => id).includes(proposalId);
    expect([await waits(admin!), await waits(approver!)]).toEqual([false, true]);
    const subject = subjectOf("proposal", proposalId);
    const requesters = (await requestersOf(context.db, admin!, [subject])).get(subject);
    expect(new Set(requesters)).toEqual(new Set([second!.actor.id, keyId, admin!.actor.id]));
    expect(await decideResume(approver!, { proposalId, apply: true })).toMatchObject({ ok: true });
  });

  test("who rotates a frozen key has none any more, and the page says where too few are left", async () => {
    const { keyId } = await newKey(admin!, { name: "Leaked" });
    const freezeId = await frozen(keyId);
    const view = async () => (await listFreezes(approver!)).map(({ deciders }) => deciders);
    expect(await view()).toEqual([2]);
    const other = await newKey(admin!, { name: "In order" });
    const isFrozen = async (id: string) => (await listApiKeys(second!)).find((one) => one.keyId === id)?.frozen;
    expect([await isFrozen(keyId), await isFrozen(other.keyId)]).toEqual([true, false]);
    const proposalId = await proposed(freezeId, second!);
    await rotateApiKey(second!, { keyId });
    const refused = { ok: false, error: { kind: "proposer_not_permitted" } };
    expect(await decideResume(approver!, { proposalId, apply: true })).toEqual(refused);
    expect(await view()).toEqual([1]);
    expect(await decideResume(approver!, { proposalId, apply: false })).toMatchObject({ ok: true });
    const person = { email: "third@choba.test", name: "third", role: "approver", passwordHash: "x" } as const;
    const [third] = await context.db
      .insert(users)
      .values({ ...person, createdAt: context.clock.now })
      .returning();
    expect(await view()).toEqual([2]);
    await frozen(third!.id);
    await frozen(null);
    expect((await view()).sort()).toEqual([2, 3, 4]);
  });
});

test("the log has whose payouts a proposal would have resumed, also where it expired", async () => {
  const { id: userId } = (await context.as("ops")).actor;
  const freezeId = await frozen(userId);
  await proposed(freezeId);
  await context.pool.query("update proposals set expires_at = now()");
  await expireProposals(job!, RESUMPTION);
  const lines = await auditEventsAbout(context, freezeId);
  expect(lines.map(({ action, detail: { userId, user } }) => [action, userId, user])).toEqual(
    ["payouts.frozen", "payouts.resume_proposed", "payouts.resume_expired"].map((action) => [action, userId, "ops"]),
  );
});

test("the log has who withdrew the own proposal, and who rejected that of another", async () => {
  const { keyId } = await newKey(second!, { name: "ERP" });
  const freezeId = await frozen(keyId);
  for (const by of [admin!, approver!]) {
    expect(await decideResume(by, { proposalId: await proposed(freezeId), apply: false })).toMatchObject({ ok: true });
  }
  const lines = (await auditEventsAbout(context, freezeId)).filter(({ action }) => action === "payouts.resume_dropped");
  expect(lines.map(({ detail: { isOwn, user } }) => [isOwn, user])).toEqual([
    [true, "ERP (API)"],
    [false, "ERP (API)"],
  ]);
});

test("a freeze waits for a claim that has begun; once it is committed nothing more is claimed", async () => {
  const order = await requested(context);
  let isFrozen = false;
  const freezing = await context.db.transaction(async (tx) => {
    await lockFreezesForClaim(tx, job!.environment);
    const made = frozen(null).then(() => {
      isFrozen = true;
    });
    await expect.poll(() => lockWaits(context.pool)).toBe(1);
    expect(isFrozen).toBe(false);
    return { made };
  });
  await freezing.made;
  expect(await send(order)).toBe("taken");
});

test("an approval that a frozen user gives between two steps of a claim stops that claim", async () => {
  const order = await requested(context);
  const by = approver!.actor.id;
  await frozen(by, admin!);
  const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, order.id));
  const sending = await context.db.transaction(async (tx) => {
    await tx.execute(sql`select from transactions where id = ${order.id} for update`);
    const sent = send(order);
    await expect.poll(() => lockWaits(context.pool)).toBe(1);
    const approval = { transactionRow: order.id, decision: "approved", by, digest: intent!.digest } as const;
    await tx.insert(approvals).values({ ...approval, at: context.clock.now });
    return { sent };
  });
  expect(await sending.sent).toBe("taken");
});
