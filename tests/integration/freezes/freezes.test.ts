import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { users } from "@/drizzle/schema/users";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import { decideResume, freezePayouts, proposeResume } from "@/lib/freezes/commands";
import { listFreezes } from "@/lib/freezes/queries";
import { frozenAtClaim } from "@/lib/transactions/freezes/guard";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openWorld, type World } from "../../support/context";
import { approved, jobsFor, orderOf, requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";

let service: Service;
let world: World;
let [admin, approver, job]: Ctx[] = [];
beforeAll(async () => {
  service = await openService();
  world = await openWorld(service);
  [admin, approver, job] = [await world.as("admin"), await world.as("approver"), await world.as("job")];
});
afterEach(() => world.pool.query("delete from freeze_resumptions; delete from freezes"));
afterAll(async () => {
  await world.close();
  await service.close();
});

const reason = "strange payouts";
const send = ({ id }: { id: string }) => sendWithdrawal(job!, { transactionRow: id });

async function frozen(personId: string | null, ctx = approver!): Promise<string> {
  const made = await freezePayouts(ctx, { personId, reason });
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
    const order = await requested(world);
    await frozen(null);
    expect(await send(order)).toBe("taken");
    const large = await approved(world, await requested(world, { amount: "688,000" }));
    expect(large.submission).toBe("queued");
    expect(await send(large)).toBe("taken");
    expect(await orderOf(world, order.referenceId)).toMatchObject({ submission: "queued" });
    expect((await service.orders()).length).toBe(0);
  });

  test("everybody reads who froze it, why and since when", async () => {
    await frozen(null);
    const at = world.clock.now.toISOString();
    const shown = { cause: "manual", person: null, reason, by: "approver", at, resumption: null };
    expect(await listFreezes(await world.as("viewer"))).toMatchObject([shown]);
  });

  test("the sweep leaves the queue alone", async () => {
    const order = await requested(world);
    await frozen(null);
    await world.db.execute(sql`delete from graphile_worker._private_jobs`);
    world.clock.now = new Date(world.clock.now.getTime() + 120_000);
    await recoverStuckOrders(job!);
    expect(await jobsFor(world, order.id)).toEqual([]);
  });
});

describe("resuming", () => {
  test("takes two people, and sends what was queued", async () => {
    const order = await requested(world);
    const freezeId = await frozen(null);
    const proposalId = await proposed(freezeId);
    const own = { ok: false, error: { kind: "own_proposal" } };
    expect(await decideResume(admin!, { proposalId, apply: true })).toEqual(own);
    expect(await send(order)).toBe("taken");

    await world.db.execute(sql`delete from graphile_worker._private_jobs`);
    expect(await decideResume(approver!, { proposalId, apply: true })).toEqual({ ok: true, value: { resumed: true } });
    expect(await jobsFor(world, order.id)).toEqual(["send-withdrawal"]);
    expect(await send(order)).toBe("accepted");
    expect(await listFreezes(admin!)).toEqual([]);
    expect(await decideResume(approver!, { proposalId, apply: true })).toMatchObject({ error: { kind: "not_open" } });
  });

  test("does not count the word of somebody who was disabled since", async () => {
    const proposer = await world.another("approver");
    const proposalId = await proposed(await frozen(null), proposer);
    await world.db.update(users).set({ disabledAt: world.clock.now }).where(eq(users.id, proposer.actor.id));
    const refused = { ok: false, error: { kind: "proposer_not_permitted" } };
    expect(await decideResume(admin!, { proposalId, apply: true })).toEqual(refused);
    expect(await decideResume(admin!, { proposalId, apply: false })).toEqual({ ok: true, value: { resumed: false } });
    expect((await proposeResume(admin!, { freezeId: (await listFreezes(admin!))[0]!.id })).ok).toBe(true);
  });

  test("is not for roles that move no money", async () => {
    const freezeId = await frozen(null);
    for (const role of ["finance", "support", "ops", "viewer"] as const) {
      const who = await world.as(role);
      await expect(freezePayouts(who, { personId: null, reason })).rejects.toThrow(Forbidden);
      await expect(proposeResume(who, { freezeId })).rejects.toThrow(Forbidden);
    }
  });
});

describe("while a person is frozen", () => {
  test("what they requested or approved is not sent, and what others did is", async () => {
    const byThem = await requested(world);
    const byOther = await requested(world, {}, await world.another("ops"));
    await frozen((await world.as("ops")).actor.id);
    expect(await send(byThem)).toBe("taken");
    expect(await send(byOther)).toBe("accepted");
  });

  test("an approver's approvals do not send, and they have no say in resuming", async () => {
    const large = await requested(world, { amount: "688,000" });
    const [intent] = await world.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, large.id));
    await decideWithdrawal(approver!, { ...large, decision: "approved", digest: intent!.digest });
    const freezeId = await frozen(approver!.actor.id, admin!);
    expect(await send(large)).toBe("taken");
    expect(await proposeResume(approver!, { freezeId })).toEqual({ ok: false, error: { kind: "own_freeze" } });
    const proposalId = await proposed(freezeId);
    const refused = { ok: false, error: { kind: "own_freeze" } };
    expect(await decideResume(approver!, { proposalId, apply: true })).toEqual(refused);
    expect((await decideResume(await world.another("admin"), { proposalId, apply: true })).ok).toBe(true);
    expect(await send(large)).toBe("accepted");
  });
});

test("a freeze waits for a claim that has begun; once it is committed nothing more is claimed", async () => {
  const order = await requested(world);
  let isFrozen = false;
  const freezing = await world.db.transaction(async (tx) => {
    expect(await frozenAtClaim(tx, job!, order.id)).toBeNull();
    const made = frozen(null).then(() => {
      isFrozen = true;
    });
    const waits = "select from pg_locks where locktype = 'advisory' and not granted";
    await expect.poll(async () => (await world.pool.query(waits)).rowCount).toBe(1);
    expect(isFrozen).toBe(false);
    return { made };
  });
  await freezing.made;
  expect(await send(order)).toBe("taken");
});
