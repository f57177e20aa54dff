import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { signatureLockChanges } from "@/drizzle/schema/callbacks";
import { userChanges } from "@/drizzle/schema/team";
import type { Ctx } from "@/lib/auth/context";
import { countDashboard } from "@/lib/dashboard/queries";
import { freezePayouts, proposeResume } from "@/lib/freezes/commands";
import { proposeLimits } from "@/lib/limits/commands";
import { decideRules, proposeRules } from "@/lib/withdrawals/approval-rule-changes";
import { openWorld, type World } from "../../support/context";

let world: World;
let admin: Ctx;
let second: Ctx;
beforeEach(async () => {
  world = await openWorld();
  admin = await world.as("admin");
  second = await world.another("admin");
});
afterEach(() => world.close());

const waiting = async (ctx: Ctx) => {
  const { proposals, waiting } = await countDashboard(ctx);
  return [proposals.map(({ kind, by }) => `${kind} by ${by}`), waiting.today];
};

async function resumption() {
  const made = await freezePayouts(admin, { personId: null, reason: "strange payouts" });
  if (!made.ok) throw new Error(made.error.kind);
  return proposeResume(admin, { freezeId: made.value.freezeId });
}

/** As signed callbacks would allow it. */
const lock = async () => {
  const values = { environment: "sandbox", locks: true, proposedBy: admin.actor.id, proposedAt: new Date() } as const;
  await world.db.insert(signatureLockChanges).values(values);
  return { ok: true };
};

const invitation = async () => {
  const proposedBy = admin.actor.id;
  const values = {
    change: "invite",
    email: "new@test.example",
    role: "ops",
    proposedBy,
    proposedAt: new Date(),
  } as const;
  await world.db.insert(userChanges).values(values);
  return { ok: true };
};

describe("a proposed change", () => {
  test.each([
    ["rules", () => proposeRules(admin, { rules: [] }), []],
    ["limits", () => proposeLimits(admin, { limits: [] }), []],
    ["lock", lock, []],
    ["resume", resumption, ["approver"]],
    ["person", invitation, []],
  ] as const)(
    "(%s) is on the dashboard and in the badge of who may decide, not of who proposed",
    async (kind, propose, also) => {
      expect(await propose()).toMatchObject({ ok: true });
      expect(await waiting(second)).toEqual([[`${kind} by admin`], 1]);
      expect(await waiting(admin)).toEqual([[], 0]);
      for (const role of ["finance", "support", "ops", "approver", "viewer"] as const) {
        const expected = also.some((one) => one === role) ? [[`${kind} by admin`], 1] : [[], 0];
        expect([role, ...(await waiting(await world.as(role)))]).toEqual([role, ...expected]);
      }
    },
  );

  test("leaves once it is decided", async () => {
    const made = await proposeRules(admin, { rules: [] });
    if (!made.ok) throw new Error(made.error.kind);
    expect(await decideRules(second, { proposalId: made.value.proposalId, apply: false })).toMatchObject({ ok: true });
    expect(await waiting(second)).toEqual([[], 0]);
  });

  test("leaves when it has expired", async () => {
    await proposeRules(admin, { rules: [] });
    await world.pool.query("update rule_changes set expires_at = now() - interval '1 minute'");
    expect(await waiting(second)).toEqual([[], 0]);
  });
});
