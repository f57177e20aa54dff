import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { proposals } from "@/drizzle/schema/proposals";
import type { Ctx } from "@/lib/auth/context";
import { expireProposals } from "@/lib/auth/dual-control";
import type { ProposalKind } from "@/lib/auth/proposal";
import { decideSignatureLock, proposeSignatureLock } from "@/lib/callbacks/commands";
import { getSignatureLock, SIGNATURE_LOCK } from "@/lib/callbacks/queries";
import { getTeam } from "@/lib/team/queries";
import { changeRole, decideChange, USER_CHANGE } from "@/lib/team/user-changes";
import { APPROVAL_RULES, decideRules, proposeRules, rulesInForce } from "@/lib/withdrawals/approval-rule-changes";
import { getRules } from "@/lib/withdrawals/queries";
import { NOWHERE, openTestContext, type TestContext } from "../../support/context";
import { userNow } from "../../support/team";

let context: TestContext;
let one: Ctx;
let other: Ctx;
let job: Ctx;
let finance: string;

beforeAll(async () => {
  context = await openTestContext(NOWHERE, { environment: "production" });
  one = await context.as("admin");
  other = await context.another("admin");
  job = await context.as("job");
  finance = (await context.as("finance")).actor.id;
  // Locked by then, so that there is something to lift whether or not the service signs.
  const at = context.clock.now;
  const locked = { kind: "signature_lock", environment: "production", change: { locks: true } } as const;
  const proposed = { ...locked, proposedBy: one.actor.id, proposedAt: at };
  await context.db.insert(proposals).values({ ...proposed, decidedBy: other.actor.id, decidedAt: at, appliedAt: at });
});
afterAll(() => context.close());

type Decided = { ok: boolean; error?: { kind: string } };
type Kind = {
  kind: ProposalKind;
  action: string;
  propose: () => Promise<Decided>;
  shown: () => Promise<{ id: string; at: string; until: string } | null>;
  decide: (proposalId: string, apply: boolean) => Promise<Decided>;
  sweep: (ctx: Ctx) => Promise<void>;
  isUnchanged: () => Promise<boolean>;
};

const KINDS: Record<string, Kind> = {
  "other approval rules": {
    kind: "approval_rules",
    action: "approval_rules.expired",
    propose: () => proposeRules(one, { rules: [] }),
    shown: async () => (await getRules(other)).proposal,
    decide: (proposalId, apply) => decideRules(other, { proposalId, apply }),
    sweep: (ctx) => expireProposals(ctx, APPROVAL_RULES),
    isUnchanged: async () => (await rulesInForce(context.db, "production")).length > 0,
  },
  "taking unsigned callbacks again": {
    kind: "signature_lock",
    action: "callbacks.lock_expired",
    propose: () => proposeSignatureLock(one, { locks: false }),
    shown: async () => (await getSignatureLock(other)).proposal,
    decide: (proposalId, apply) => decideSignatureLock(other, { proposalId, apply }),
    sweep: (ctx) => expireProposals(ctx, SIGNATURE_LOCK),
    isUnchanged: async () => (await getSignatureLock(other)).isLocked,
  },
  "another role": {
    kind: "user",
    action: "user_change.expired",
    propose: () => changeRole(one, { userId: finance, role: "admin" }),
    shown: async () => (await getTeam(other, { show: "all", q: "" })).proposals[0] ?? null,
    decide: (proposalId, apply) => decideChange(other, { proposalId, apply }),
    sweep: (ctx) => expireProposals(ctx, USER_CHANGE),
    isUnchanged: async () => (await userNow(context, finance)).role === "finance",
  },
};

/** Advances the clock past the three days of a proposal. */
const pass = (kind: ProposalKind, time: string) =>
  context.db.execute(
    sql`update proposals set expires_at = expires_at - ${time}::interval where decided_at is null and kind = ${kind}`,
  );

const lapses = (action: string) =>
  context.db
    .select({ by: auditEvents.actorName, kind: auditEvents.actorKind })
    .from(auditEvents)
    .where(eq(auditEvents.action, action));

const LAPSED = { ok: false, error: { kind: "lapsed" } };

describe.each(Object.entries(KINDS))("a proposal of %s", (_what, kind) => {
  test("says until when it waits, which is three days by the database's clock", async () => {
    // The console's own clock is a year late: it has no say in this.
    context.clock.now = new Date(Date.now() - 365 * 24 * 3_600_000);
    expect(await kind.propose()).toMatchObject({ ok: true });
    const { until } = (await kind.shown())!;
    const hours = (new Date(until).getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThan(72.1);
    context.clock.now = new Date();
  });

  test("cannot be decided after they expire, and a later attempt is refused with that reason", async () => {
    const { id } = (await kind.shown())!;
    await pass(kind.kind, "71 hours 59 minutes");
    expect(await kind.shown()).not.toBeNull();
    await pass(kind.kind, "2 minutes");
    expect(await kind.shown()).toBeNull();
    expect(await kind.decide(id, true)).toEqual(LAPSED);
    expect(await kind.decide(id, true)).toEqual(LAPSED);
    expect(await kind.decide(id, false)).toEqual(LAPSED);
    expect(await kind.isUnchanged()).toBe(true);
    // The user who noticed is not the one who let it lapse.
    expect(await lapses(kind.action)).toEqual([{ by: "expiry", kind: "system" }]);
  });

  test("blocks no later proposal, and is recorded once", async () => {
    expect(await kind.propose()).toMatchObject({ ok: true });
    expect(await kind.propose()).toMatchObject({ error: { kind: "another_proposal_is_open" } });
    await pass(kind.kind, "73 hours");
    expect(await kind.propose()).toMatchObject({ ok: true });
    expect(await lapses(kind.action)).toHaveLength(2);

    const { id } = (await kind.shown())!;
    await pass(kind.kind, "73 hours");
    await Promise.all([kind.sweep(job), kind.sweep(job), kind.decide(id, true)]);
    expect(await lapses(kind.action)).toHaveLength(3);
    expect(await kind.isUnchanged()).toBe(true);
  });
});
