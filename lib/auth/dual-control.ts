import "server-only";
import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { proposals } from "@/drizzle/schema/proposals";
import { users } from "@/drizzle/schema/users";
import type { AuditAction } from "@/lib/audit/audit-actions";
import { record } from "@/lib/audit/record";
import type { Db, Tx } from "@/lib/db/connection";
import type { Environment } from "@/lib/environment";
import { announce, proposalsHome } from "@/lib/events/announce";
import { subjectOf } from "@/lib/events/events";
import { err, ok, type Result } from "@/lib/result";
import type { Actor } from "./actor";
import { type Ctx, Forbidden, requirePermission } from "./context";
import { may, type Permission } from "./permissions";
import { PROPOSAL_PERMISSIONS, type ProposalDecision, type ProposalFacts, type ProposalKind } from "./proposal";
import type { ProofNeeded } from "./step-up";

/*
 * What one user proposes and another decides. A proposal expires after three days by the database's clock, and applies
 * only while its proposer is active and permitted.
 */

export type Proposal<Change> = Omit<typeof proposals.$inferSelect, "change"> & { change: Change };

type Step = "proposed" | "applied" | "dropped" | "expired";

/** A kind of change under dual control. */
export type DualControl<Change> = {
  kind: ProposalKind;
  /** It belongs to no environment. */
  isGlobal?: true;
  /** The proof that proposing and applying ask for. */
  missing?: (tx: Tx, ctx: Ctx) => Promise<ProofNeeded | null>;
  /** Its line of the audit log; null where what is applied writes its own. */
  audit(
    step: Step,
    proposal: Proposal<Change>,
  ): { action: AuditAction; subject: string; detail?: Record<string, unknown> } | null;
};

/** The actor of an expiry: it belongs to no person, not even to the one whose request discovers it. */
const EXPIRY: Actor = { kind: "system", id: "expiry", name: "expiry" };

export type CannotDecideProposal =
  | { kind: "not_open" }
  | { kind: "lapsed" }
  | { kind: "own_proposal" }
  /** The proposer was disabled, or has another role now. */
  | { kind: "proposer_not_permitted" };
export type CannotPropose = { kind: "another_proposal_is_open" };

type Proposed<Change> = { change: Change; subject?: string };

/** Proposes a change, which alters nothing until another user applies it. The caller has checked what it is about. */
export async function propose<Change>(
  tx: Tx,
  ctx: Ctx,
  control: DualControl<Change>,
  { change, subject = "" }: Proposed<Change>,
): Promise<Result<{ proposalId: string }, CannotPropose | ProofNeeded>> {
  if (ctx.actor.kind !== "user") throw new Forbidden("only a user proposes a change");
  const unproven = (await control.missing?.(tx, ctx)) ?? null;
  if (unproven) return err(unproven);
  await closeOverdue(tx, ctx, control);
  const environment = environmentOf(ctx, control);
  const [made] = await tx
    .insert(proposals)
    .values({ kind: control.kind, environment, subject, change, proposedBy: ctx.actor.id, proposedAt: ctx.now() })
    .onConflictDoNothing()
    .returning();
  if (!made) return err({ kind: "another_proposal_is_open" });
  await note(tx, ctx, control, "proposed", { ...made, change });
  const home = { ...ctx, environment: environment ?? proposalsHome(ctx) };
  await announce(tx, home, { event: "approval_waiting", subject: subjectOf("proposal", made.id) });
  return ok({ proposalId: made.id });
}

type Steps<Change, Value, Refusal> = {
  /** The locks that come before the proposal's own. */
  lock?: (tx: Tx) => Promise<unknown>;
  /** Why it cannot be applied now, or null. */
  check?: (tx: Tx, proposal: Proposal<Change>) => Promise<Refusal | null>;
  apply: (tx: Tx, proposal: Proposal<Change>) => Promise<Result<Value, Refusal>>;
};

/** Applies or drops what was proposed. The caller's first statement asks for the permission. */
export async function decide<Change, Value, Refusal extends { kind: string } = never>(
  ctx: Ctx,
  control: DualControl<Change>,
  { proposalId, apply: applies }: ProposalDecision,
  { lock, check, apply }: Steps<Change, Value, Refusal>,
): Promise<Result<Value | { kind: "dropped" }, CannotDecideProposal | ProofNeeded | Refusal>> {
  return ctx.db.transaction(async (tx) => {
    await lock?.(tx);
    await closeOverdue(tx, ctx, control);
    const mine = and(eq(proposals.id, proposalId), ofKind(ctx, control));
    const [row] = await tx.select().from(proposals).where(mine).for("update");
    if (!row) return err({ kind: "not_open" });
    const refused = await refusalToDecide(tx, ctx, row, { permission: PROPOSAL_PERMISSIONS[control.kind], applies });
    if (refused) return err(refused);

    const proposal = withChange<Change>(row);
    const at = ctx.now();
    const decided = { decidedBy: ctx.actor.id, decidedAt: at };
    if (!applies) {
      await tx.update(proposals).set(decided).where(mine);
      await note(tx, ctx, control, "dropped", proposal);
      return ok({ kind: "dropped" });
    }
    const cannot = (await check?.(tx, proposal)) ?? (await control.missing?.(tx, ctx)) ?? null;
    if (cannot) return err(cannot);
    const applied = await apply(tx, proposal);
    if (!applied.ok) return applied;
    await tx
      .update(proposals)
      .set({ ...decided, appliedAt: at })
      .where(mine);
    await note(tx, ctx, control, "applied", proposal);
    return applied;
  });
}

/** What `apply` answers where there is nothing more to say. */
export const APPLIED = ok({ kind: "applied" as const });

/** Expires undecided proposals, so that they do not block another one. */
export async function expireProposals(ctx: Ctx, control: DualControl<unknown>): Promise<void> {
  requirePermission(ctx, "proposals:expire");
  await ctx.db.transaction((tx) => closeOverdue(tx, ctx, control));
}

async function closeOverdue<Change>(tx: Tx, ctx: Ctx, control: DualControl<Change>): Promise<void> {
  const overdue = and(ofKind(ctx, control), isNull(proposals.decidedAt), sql`${proposals.expiresAt} <= now()`);
  const closed = await tx.update(proposals).set({ decidedAt: ctx.now() }).where(overdue).returning();
  for (const row of closed) {
    await note(tx, { ...ctx, actor: EXPIRY }, control, "expired", withChange<Change>(row));
  }
}

/** Open proposals of a kind as their readers see them, the oldest first. */
export async function openProposals<Change>(ctx: Ctx, control: DualControl<Change>) {
  const rows = await ctx.db
    .select({ proposal: proposals, by: users.name })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.proposedBy))
    .where(and(ofKind(ctx, control), isOpen()))
    .orderBy(asc(proposals.proposedAt));
  return rows.map(({ proposal, by }) => ({
    subject: proposal.subject,
    proposal: { ...withChange<Change>(proposal).change, by, ...factsOf(ctx, proposal) },
  }));
}

type Facts = Pick<typeof proposals.$inferSelect, "id" | "proposedBy" | "proposedAt" | "expiresAt">;

const factsOf = ({ actor }: Ctx, { id, proposedBy, proposedAt, expiresAt }: Facts): Omit<ProposalFacts, "by"> => ({
  ...{ id, isOwn: proposedBy === actor.id },
  at: proposedAt.toISOString(),
  until: expiresAt.toISOString(),
});

/** The newest change of a kind that was applied, or null. */
export async function changeInForce<Change>(
  db: Db | Tx,
  environment: Environment,
  { kind }: DualControl<Change>,
): Promise<Change | null> {
  const applied = and(eq(proposals.kind, kind), eq(proposals.environment, environment), isNotNull(proposals.appliedAt));
  const [newest] = await db.select().from(proposals).where(applied).orderBy(desc(proposals.appliedAt)).limit(1);
  return newest ? withChange<Change>(newest).change : null;
}

export const isOpen = (): SQL | undefined => and(isNull(proposals.decidedAt), sql`${proposals.expiresAt} > now()`);

const environmentOf = <Change>({ environment }: Ctx, { isGlobal }: DualControl<Change>) =>
  isGlobal ? null : environment;

const ofKind = <Change>(ctx: Ctx, { kind, isGlobal }: DualControl<Change>) =>
  and(eq(proposals.kind, kind), isGlobal ? isNull(proposals.environment) : eq(proposals.environment, ctx.environment));

// Each kind writes its own changes and reads no others.
const withChange = <Change>(row: typeof proposals.$inferSelect) => row as Proposal<Change>;

async function note<Change>(tx: Tx, ctx: Ctx, control: DualControl<Change>, step: Step, proposal: Proposal<Change>) {
  const event = control.audit(step, proposal);
  if (event) await record(tx, { ...ctx, environment: environmentOf(ctx, control) }, event);
}

/**
 * The one check of all dual control: why this actor cannot decide the proposal, or null. Dropping is free to every
 * holder of the permission, also to the proposer; applying needs two active holders. Both stay locked until the
 * transaction ends, so that neither is disabled or demoted while the change is applied.
 */
async function refusalToDecide(
  tx: Tx,
  { actor }: Ctx,
  { proposedBy, expiresAt, decidedAt, decidedBy }: typeof proposals.$inferSelect,
  { permission, applies }: { permission: Permission; applies: boolean },
): Promise<CannotDecideProposal | null> {
  if (actor.kind !== "user") throw new Forbidden("only a user decides about a proposal");
  if (decidedAt !== null) return { kind: decidedBy === null ? "lapsed" : "not_open" };
  if (await isPast(tx, expiresAt)) return { kind: "lapsed" };
  const holders = await lockActiveHolders(tx, [actor.id, proposedBy], permission);
  if (!holders.has(actor.id)) throw new Forbidden(`${actor.id} no longer holds ${permission}`);
  if (!applies) return null;
  if (proposedBy === actor.id) return { kind: "own_proposal" };
  return holders.has(proposedBy) ? null : { kind: "proposer_not_permitted" };
}

/** Which of these people are active and hold the permission. None of them changes until the transaction ends. */
export async function lockActiveHolders(tx: Tx, ids: readonly string[], permission: Permission): Promise<Set<string>> {
  const active = await tx
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.disabledAt)))
    .orderBy(asc(users.id))
    .for("share");
  return new Set(active.filter(({ role }) => may(role, permission)).map(({ id }) => id));
}

async function isPast(tx: Tx, at: Date): Promise<boolean> {
  const [clock] = (await tx.execute<{ past: boolean }>(sql`select ${at.toISOString()}::timestamptz <= now() as past`))
    .rows;
  return clock?.past ?? true;
}
