import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { proposals } from "@/drizzle/schema/proposals";
import { users } from "@/drizzle/schema/users";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import { decideSignatureLock, proposeSignatureLock } from "@/lib/callbacks/commands";
import { getSignatureLock } from "@/lib/callbacks/queries";
import { getTeam } from "@/lib/team/queries";
import { changeRole, decideChange } from "@/lib/team/user-changes";
import { decideRules, proposeRules } from "@/lib/withdrawals/approval-rule-changes";
import { getRules } from "@/lib/withdrawals/queries";
import { NOWHERE, openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
let proposer: Ctx;
let decider: Ctx;
let finance: string;

beforeAll(async () => {
  context = await openTestContext(NOWHERE, { environment: "production" });
  proposer = await context.as("admin");
  decider = await context.another("admin");
  finance = (await context.as("finance")).actor.id;
  // Locked already, so that lifting the lock can be proposed whether or not the service signs.
  const lock = {
    kind: "signature_lock" as const,
    environment: "production" as const,
    change: { locks: true },
    proposedBy: proposer.actor.id,
  };
  const at = context.clock.now;
  await context.db
    .insert(proposals)
    .values({ ...lock, proposedAt: at, decidedBy: decider.actor.id, decidedAt: at, appliedAt: at });
});
afterAll(() => context.close());

type Decided = Promise<{ ok: boolean; error?: { kind: string } }>;
type Kind = { propose: () => Decided; openId: () => Promise<string>; decide: (id: string, apply: boolean) => Decided };

const KINDS: Record<string, Kind> = {
  "approval rules": {
    propose: () => proposeRules(proposer, { rules: [] }),
    openId: async () => (await getRules(decider)).proposal!.id,
    decide: (proposalId, apply) => decideRules(decider, { proposalId, apply }),
  },
  "the signature lock": {
    propose: () => proposeSignatureLock(proposer, { locks: false }),
    openId: async () => (await getSignatureLock(decider)).proposal!.id,
    decide: (proposalId, apply) => decideSignatureLock(decider, { proposalId, apply }),
  },
  "a role": {
    propose: () => changeRole(proposer, { userId: finance, role: "admin" }),
    openId: async () => (await getTeam(decider, { show: "all", q: "" })).proposals[0]!.id,
    decide: (proposalId, apply) => decideChange(decider, { proposalId, apply }),
  },
};

type Change = Partial<typeof users.$inferInsert>;

/** Changes a person in the database while this runs, as another transaction does between a request and its decision. */
async function whileChanged(ctx: Ctx, change: Change, run: () => Promise<void>) {
  const one = eq(users.id, ctx.actor.id);
  await context.db.update(users).set(change).where(one);
  try {
    await run();
  } finally {
    await context.db.update(users).set({ role: "admin", disabledAt: null }).where(one);
  }
}

describe.each(Object.entries(KINDS))("a proposed change of %s", (_what, kind) => {
  test.each<[string, Change]>([
    ["disabled", { disabledAt: new Date() }],
    ["demoted", { role: "finance" }],
  ])("cannot be applied after its proposer was %s, only dropped", async (_how, change) => {
    expect(await kind.propose()).toMatchObject({ ok: true });
    const id = await kind.openId();
    await whileChanged(proposer, change, async () => {
      expect(await kind.decide(id, true)).toEqual({ ok: false, error: { kind: "proposer_not_permitted" } });
      expect(await kind.decide(id, false)).toMatchObject({ ok: true });
    });
  });

  test("cannot be applied by an admin who was demoted during the request", async () => {
    expect(await kind.propose()).toMatchObject({ ok: true });
    const id = await kind.openId();
    await whileChanged(decider, { role: "viewer" }, async () => {
      await expect(kind.decide(id, true)).rejects.toThrow(Forbidden);
    });
    expect(await kind.decide(id, true)).toMatchObject({ ok: true });
  });
});
