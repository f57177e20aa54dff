import { eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ruleChanges } from "@/drizzle/schema/approvals";
import { auditEvents } from "@/drizzle/schema/audit";
import { signatureLockChanges } from "@/drizzle/schema/callbacks";
import { userChanges } from "@/drizzle/schema/team";
import type { Ctx } from "@/lib/auth/context";
import { decideSignatureLock, expireLockChanges, proposeSignatureLock } from "@/lib/callbacks/commands";
import { getSignatureLock } from "@/lib/callbacks/queries";
import { getTeam } from "@/lib/team/queries";
import { changeRole, decideChange, expireChanges } from "@/lib/team/user-changes";
import { decideRules, expireRuleChanges, proposeRules, rulesInForce } from "@/lib/withdrawals/approval-rule-changes";
import { getRules } from "@/lib/withdrawals/queries";
import { NOWHERE, openWorld, type World } from "../../support/context";
import { personNow } from "../../support/team";

let world: World;
let one: Ctx;
let other: Ctx;
let job: Ctx;
let finance: string;

beforeAll(async () => {
  world = await openWorld(NOWHERE, { environment: "production" });
  one = await world.as("admin");
  other = await world.another("admin");
  job = await world.as("job");
  finance = (await world.as("finance")).actor.id;
  // Locked by then, so that there is something to lift whether or not the service signs.
  const at = world.clock.now;
  const locked = { environment: "production" as const, locks: true, proposedBy: one.actor.id, proposedAt: at };
  await world.db
    .insert(signatureLockChanges)
    .values({ ...locked, decidedBy: other.actor.id, decidedAt: at, appliedAt: at });
});
afterAll(() => world.close());

type Decided = { ok: boolean; error?: { kind: string } };
type Kind = {
  table: PgTable;
  action: string;
  propose: () => Promise<Decided>;
  shown: () => Promise<{ id: string; at: string; until: string } | null>;
  decide: (proposalId: string, apply: boolean) => Promise<Decided>;
  sweep: (ctx: Ctx) => Promise<void>;
  isUnchanged: () => Promise<boolean>;
};

const KINDS: Record<string, Kind> = {
  "other approval rules": {
    table: ruleChanges,
    action: "approval_rules.expired",
    propose: () => proposeRules(one, { rules: [] }),
    shown: async () => (await getRules(other)).proposal,
    decide: (proposalId, apply) => decideRules(other, { proposalId, apply }),
    sweep: expireRuleChanges,
    isUnchanged: async () => (await rulesInForce(world.db, "production")).length > 0,
  },
  "taking unsigned callbacks again": {
    table: signatureLockChanges,
    action: "callbacks.lock_expired",
    propose: () => proposeSignatureLock(one, { locks: false }),
    shown: async () => (await getSignatureLock(other)).proposal,
    decide: (proposalId, apply) => decideSignatureLock(other, { proposalId, apply }),
    sweep: expireLockChanges,
    isUnchanged: async () => (await getSignatureLock(other)).isLocked,
  },
  "another role": {
    table: userChanges,
    action: "user_change.expired",
    propose: () => changeRole(one, { personId: finance, role: "admin" }),
    shown: async () => (await getTeam(other, { show: "all", q: "" })).proposals[0] ?? null,
    decide: (proposalId, apply) => decideChange(other, { proposalId, apply }),
    sweep: expireChanges,
    isUnchanged: async () => (await personNow(world, finance)).role === "finance",
  },
};

/** So much of its three days goes by for whatever is open. */
const pass = (table: PgTable, time: string) =>
  world.db.execute(sql`update ${table} set expires_at = expires_at - ${time}::interval where decided_at is null`);

const lapses = (action: string) =>
  world.db
    .select({ by: auditEvents.actorName, kind: auditEvents.actorKind })
    .from(auditEvents)
    .where(eq(auditEvents.action, action));

const LAPSED = { ok: false, error: { kind: "lapsed" } };

describe.each(Object.entries(KINDS))("a proposal of %s", (_what, kind) => {
  test("says until when it waits, which is three days by the database's clock", async () => {
    // The console's own clock is a year late: it has no say in this.
    world.clock.now = new Date(Date.now() - 365 * 24 * 3_600_000);
    expect(await kind.propose()).toMatchObject({ ok: true });
    const { until } = (await kind.shown())!;
    const hours = (new Date(until).getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThan(72.1);
    world.clock.now = new Date();
  });

  test("cannot be decided any more once they are over, and whoever tries is told so, also later", async () => {
    const { id } = (await kind.shown())!;
    await pass(kind.table, "71 hours 59 minutes");
    expect(await kind.shown()).not.toBeNull();
    await pass(kind.table, "2 minutes");
    expect(await kind.shown()).toBeNull();
    expect(await kind.decide(id, true)).toEqual(LAPSED);
    expect(await kind.decide(id, true)).toEqual(LAPSED);
    expect(await kind.decide(id, false)).toEqual(LAPSED);
    expect(await kind.isUnchanged()).toBe(true);
    // Whoever found out is not the one who let it lapse.
    expect(await lapses(kind.action)).toEqual([{ by: "expiry", kind: "system" }]);
  });

  test("stands in nobody's way afterwards, and is written down once, whoever is first", async () => {
    expect(await kind.propose()).toMatchObject({ ok: true });
    expect(await kind.propose()).toMatchObject({ error: { kind: "another_proposal_is_open" } });
    await pass(kind.table, "73 hours");
    expect(await kind.propose()).toMatchObject({ ok: true });
    expect(await lapses(kind.action)).toHaveLength(2);

    const { id } = (await kind.shown())!;
    await pass(kind.table, "73 hours");
    await Promise.all([kind.sweep(job), kind.sweep(job), kind.decide(id, true)]);
    expect(await lapses(kind.action)).toHaveLength(3);
    expect(await kind.isUnchanged()).toBe(true);
  });
});
