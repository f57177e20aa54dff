import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { proposals } from "@/drizzle/schema/proposals";
import { reconciliationExceptions } from "@/drizzle/schema/reconciliation";
import type { Ctx } from "@/lib/auth/context";
import { dismissRequest, getEndedProposal, listEndedRequests } from "@/lib/dashboard/proposals";
import { countDashboard } from "@/lib/dashboard/queries";
import { freezePayouts, proposeResume } from "@/lib/freezes/commands";
import { proposeLimits } from "@/lib/limits/commands";
import { changeRole } from "@/lib/team/user-changes";
import { decideRules, proposeRules } from "@/lib/withdrawals/approval-rule-changes";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
let admin: Ctx;
let second: Ctx;
beforeEach(async () => {
  context = await openTestContext();
  admin = await context.as("admin");
  second = await context.another("admin");
});
afterEach(() => context.close());

const waiting = async (ctx: Ctx) => {
  const { proposals, waiting } = await countDashboard(ctx);
  return [proposals.map(({ kind, by }) => `${kind} by ${by}`), waiting.dashboard];
};

async function resumption() {
  const made = await freezePayouts(admin, { userId: null, reason: "strange payouts" });
  if (!made.ok) throw new Error(made.error.kind);
  return proposeResume(admin, { freezeId: made.value.freezeId });
}

/** As signed callbacks would allow it. */
const lock = async () => {
  const proposed = { proposedBy: admin.actor.id, proposedAt: new Date() };
  const change = { locks: true };
  await context.db.insert(proposals).values({ kind: "signature_lock", environment: "sandbox", change, ...proposed });
  return { ok: true };
};

const invitation = async () => {
  const proposed = { proposedBy: admin.actor.id, proposedAt: new Date() };
  const change = { change: "invite", email: "new@test.example", role: "ops", user: "new@test.example" };
  await context.db.insert(proposals).values({ kind: "user", subject: change.email, change, ...proposed });
  return { ok: true };
};

const LAST_RUN = randomUUID();

async function openException() {
  const found = { firstRun: LAST_RUN, lastRun: LAST_RUN, openedAt: new Date(), day: "2026-11-20" };
  const [made] = await context.db
    .insert(reconciliationExceptions)
    .values({
      ...{ environment: "sandbox", identity: "l:L 1", class: "only_in_ledger", currency: "JPY", ledgerKey: "L 1" },
      ...found,
    })
    .returning();
  return made?.id ?? "";
}

/** Without any rule, those of the sandbox are gone. */
const currencies = ["JPY", "THB", "USDT"];

async function key() {
  const proposed = { proposedBy: admin.actor.id, proposedAt: new Date() };
  const change = { keyId: randomUUID(), name: "ERP", limits: [] };
  const about = { kind: "api_key_limits", environment: "sandbox", subject: change.keyId, change } as const;
  await context.db.insert(proposals).values({ ...about, ...proposed });
}

async function reopening() {
  const proposed = { proposedBy: admin.actor.id, proposedAt: new Date() };
  const change = { change: "reopen", reason: "a fee was missing", differences: [] };
  const about = { kind: "day", environment: "sandbox", subject: "2026-11-20", change } as const;
  await context.db.insert(proposals).values({ ...about, ...proposed });
}

/** As where there is a production, which takes two admins for a role. */
async function roleChange() {
  const { id: userId } = (await context.as("viewer")).actor;
  await changeRole({ ...admin, hasProduction: true }, { userId, role: "approver", seen: "viewer" });
}

describe("a proposed change", () => {
  test.each([
    ["approval rules", () => proposeRules(admin, { rules: [] }), { currencies }],
    [
      "daily limits",
      () => proposeLimits(admin, { limits: [{ currency: "THB", amount: "5000" }] }),
      { currencies: ["THB"] },
    ],
    ["unsigned callbacks", lock, { locks: true }],
    ["resuming payouts", resumption, { user: null }],
    ["a day", reopening, { day: "2026-11-20", reopens: true }],
    ["a key", key, { name: "ERP" }],
    ["an invitation", invitation, { change: { change: "invite", about: "new@test.example", role: "ops" } }],
    ["a role", roleChange, { change: { change: "role", about: "viewer", roleNow: "viewer", role: "approver" } }],
  ] as const)("of %s says what it is about, also once it is decided", async (_what, propose, about) => {
    await propose();
    const [waits] = (await countDashboard(second)).proposals;
    expect(waits).toMatchObject(about);
    // As applying it leaves it; and the role is another one by then.
    await context.pool.query("update proposals set decided_at = now(), applied_at = now(), decided_by = $1", [
      second.actor.id,
    ]);
    await context.pool.query("update users set role = 'approver' where role = 'viewer'");
    const ended = await getEndedProposal(second, { proposalId: waits?.id ?? "" });
    expect(ended).toMatchObject({ ...about, end: "applied" });
  });

  test.each([
    ["approval_rules", () => proposeRules(admin, { rules: [] }), []],
    ["daily_limits", () => proposeLimits(admin, { limits: [{ currency: "JPY", amount: "1000000" }] }), []],
    ["signature_lock", lock, []],
    ["resume_payouts", resumption, ["approver"]],
    ["user", invitation, []],
  ] as const)(
    "(%s) is on the dashboard and in the badge of who may decide, not of who proposed",
    async (kind, propose, also) => {
      expect(await propose()).toMatchObject({ ok: true });
      expect(await waiting(second)).toEqual([[`${kind} by admin`], 1]);
      expect(await waiting(admin)).toEqual([[], 0]);
      for (const role of ["finance", "support", "ops", "approver", "viewer"] as const) {
        const expected = also.some((one) => one === role) ? [[`${kind} by admin`], 1] : [[], 0];
        expect([role, ...(await waiting(await context.as(role)))]).toEqual([role, ...expected]);
      }
    },
  );

  test("leaves once it is decided", async () => {
    const made = await proposeRules(admin, { rules: [] });
    if (!made.ok) throw new Error(made.error.kind);
    expect(await decideRules(second, { proposalId: made.value.proposalId, apply: false })).toMatchObject({ ok: true });
    expect(await waiting(second)).toEqual([[], 0]);
  });

  test.each([
    ["applied", () => second, true, "second-admin"],
    ["rejected", () => second, false, "second-admin"],
    ["withdrawn", () => admin, false, "admin"],
  ] as const)("is %s, and who may decide such changes reads by whom", async (end, who, apply, by) => {
    const made = await proposeRules(admin, { rules: [] });
    if (!made.ok) throw new Error(made.error.kind);
    const asked = { proposalId: made.value.proposalId };
    expect(await getEndedProposal(second, asked)).toBeNull();
    expect(await decideRules(who(), { ...asked, apply })).toMatchObject({ ok: true });
    const at = context.clock.now.toISOString();
    for (const reader of [admin, second]) {
      expect(await getEndedProposal(reader, asked)).toEqual({
        kind: "approval_rules",
        currencies,
        end,
        by,
        at,
        reason: null,
      });
    }
    expect(await getEndedProposal(await context.as("approver"), asked)).toBeNull();
    expect(await getEndedProposal({ ...second, environment: "production" }, asked)).toBeNull();
  });

  test("leaves when it has expired, and says when and where it is proposed again", async () => {
    const made = await proposeRules(admin, { rules: [] });
    if (!made.ok) throw new Error(made.error.kind);
    await context.pool.query("update proposals set expires_at = '2026-11-20T00:00:00Z'");
    expect(await waiting(second)).toEqual([[], 0]);
    const { proposalId } = made.value;
    const expired = {
      ...{ kind: "approval_rules", currencies, end: "expired", by: "admin", at: "2026-11-20T00:00:00.000Z" },
      ...{ page: "settings/approval-rules", reason: null },
    };
    expect(await getEndedProposal(second, { proposalId })).toEqual(expired);
    await context.pool.query("update proposals set decided_at = now()");
    expect(await getEndedProposal(admin, { proposalId })).toEqual(expired);
    expect(await getEndedProposal(await context.as("approver"), { proposalId })).toBeNull();
  });

  test("that another rejects is on the proposer's list with the reason, until it is dismissed", async () => {
    const made = await proposeRules(admin, { rules: [] });
    if (!made.ok) throw new Error(made.error.kind);
    const { proposalId } = made.value;
    expect(await dismissRequest(admin, { proposalId })).toEqual({ ok: false, error: { kind: "changed" } });
    await decideRules(second, { proposalId, apply: false, reason: "keep one approver" });
    const rejected = {
      ...{ kind: "approval_rules", end: "rejected", by: "second-admin", reason: "keep one approver" },
      page: "settings/approval-rules",
    };
    const { requests, waiting } = await countDashboard(admin);
    expect(requests).toMatchObject([rejected]);
    expect(waiting.dashboard).toBe(1);
    expect(await getEndedProposal(second, { proposalId })).toMatchObject({ reason: "keep one approver" });
    expect((await countDashboard(second)).requests).toEqual([]);
    expect(await listEndedRequests({ ...admin, environment: "production" })).toEqual([]);
    expect(await dismissRequest(second, { proposalId })).toMatchObject({ ok: false });
    expect(await dismissRequest(admin, { proposalId })).toMatchObject({ ok: true });
    expect((await countDashboard(admin)).requests).toEqual([]);
    const lines = await context.pool.query(
      "select action, detail ->> 'reason' as reason from audit_events where action ~ '^(approval_rules.dropped|proposal)' order by id",
    );
    expect(lines.rows).toEqual([
      { action: "approval_rules.dropped", reason: "keep one approver" },
      { action: "proposal.dismissed", reason: null },
    ]);
  });

  test("that expires is on the proposer's list until it is proposed again; one withdrawn or applied is not", async () => {
    const propose = async () => {
      context.clock.now = new Date(context.clock.now.getTime() + 1_000);
      const made = await proposeRules(admin, { rules: [] });
      if (!made.ok) throw new Error(made.error.kind);
      return made.value;
    };
    await propose();
    await context.pool.query("update proposals set expires_at = '2026-11-20T00:00:00Z'");
    expect(await listEndedRequests(admin)).toMatchObject([{ end: "expired", at: "2026-11-20T00:00:00.000Z" }]);
    const again = await propose();
    expect(await listEndedRequests(admin)).toEqual([]);
    await decideRules(admin, { ...again, apply: false });
    expect(await listEndedRequests(admin)).toEqual([]);
    await decideRules(second, { ...(await propose()), apply: true });
    expect(await listEndedRequests(admin)).toEqual([]);
  });

  test("that another rejects stays on the proposer's list where another user proposes the same kind", async () => {
    const made = await proposeRules(admin, { rules: [] });
    if (!made.ok) throw new Error(made.error.kind);
    await decideRules(second, { ...made.value, apply: false, reason: "keep one approver" });
    context.clock.now = new Date(context.clock.now.getTime() + 1_000);
    expect(await proposeRules(second, { rules: [] })).toMatchObject({ ok: true });
    expect(await listEndedRequests(admin)).toMatchObject([{ end: "rejected", reason: "keep one approver" }]);
  });

  test("that expires is on the proposer's list also where the clock of who closed it is behind", async () => {
    await proposeRules(admin, { rules: [] });
    await context.pool.query("update proposals set expires_at = '2026-11-20T00:00:00Z'");
    context.clock.now = new Date("2026-11-19T23:59:59Z");
    expect(await proposeRules(second, { rules: [] })).toMatchObject({ ok: true });
    expect(await listEndedRequests(admin)).toMatchObject([{ end: "expired", at: "2026-11-20T00:00:00.000Z" }]);
  });

  test("of a day or of an exception is proposed again on its page", async () => {
    const finance = await context.as("finance");
    const proposed = { proposedBy: finance.actor.id, proposedAt: new Date(), expiresAt: new Date(0), change: {} };
    const pages = [];
    for (const [kind, subject] of [
      ["day", "2026-11-20"],
      ["exception", await openException()],
    ] as const) {
      const [made] = await context.db
        .insert(proposals)
        .values({ kind, subject, environment: "sandbox", ...proposed })
        .returning();
      pages.push((await getEndedProposal(finance, { proposalId: made?.id ?? "" }))?.page);
    }
    expect(pages).toEqual(["daily-close/2026-11-20", `reconciliation/${LAST_RUN}?q=L%201`]);
  });
});
