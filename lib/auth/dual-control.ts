import "server-only";
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
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
import { type Ctx, Forbidden, requirePermission, userIdOf } from "./context";
import { may, type Permission, ROLES } from "./permissions";
import { PROPOSAL_PERMISSIONS, type ProposalDecision, type ProposalFacts, type ProposalKind } from "./proposal";
import type { ProofNeeded } from "./step-up";

/*
 * What one user proposes and another decides. A proposal expires after three days by the database's clock, and applies
 * only while its proposer is active and permitted.
 */

export type Proposal<Change> = Omit<typeof proposals.$inferSelect, "change"> & { change: Change };

type Step = "proposed" | "applied" | "dropped" | "expired";

export type DualControl<Change> = {
  kind: ProposalKind;
  /** Applies to no particular environment. */
  isGlobal?: true;
  /** The second factor or password that proposing and applying require. */
  missing?: (tx: Tx, ctx: Ctx) => Promise<ProofNeeded | null>;
  /** The audit line; null if `apply` writes its own. */
  audit(
    step: Step,
    proposal: Proposal<Change>,
  ): { action: AuditAction; subject: string; detail?: Record<string, unknown> } | null;
};

/** The actor of an expiry, which no user causes. */
const EXPIRY: Actor = { kind: "system", id: "expiry", name: "expiry" };

export type CannotDecideProposal =
  | { kind: "not_open" | "lapsed" | "own_proposal" }
  /** The proposer was disabled or has lost the permission. */
  | { kind: "proposer_not_permitted" };
export type CannotPropose = { kind: "another_proposal_is_open" };

type Proposed<Change> = { change: Change; subject?: string };

/** Proposes a change, which takes effect once another user applies it. The caller has validated it. */
export async function propose<Change>(
  tx: Tx,
  ctx: Ctx,
  control: DualControl<Change>,
  { change, subject = "" }: Proposed<Change>,
): Promise<Result<{ proposalId: string }, CannotPropose | ProofNeeded>> {
  const proposedBy = userIdOf(ctx);
  const unproven = (await control.missing?.(tx, ctx)) ?? null;
  if (unproven) return err(unproven);
  await closeOverdue(tx, ctx, control);
  const environment = environmentOf(ctx, control);
  const [made] = await tx
    .insert(proposals)
    .values({ kind: control.kind, environment, subject, change, proposedBy, proposedAt: ctx.now() })
    .onConflictDoNothing()
    .returning();
  if (!made) return err({ kind: "another_proposal_is_open" });
  await note(tx, ctx, control, "proposed", { ...made, change });
  const home = { ...ctx, environment: environment ?? proposalsHome(ctx) };
  await announce(tx, home, { event: "approval_waiting", subject: subjectOf("proposal", made.id) });
  return ok({ proposalId: made.id });
}

type Steps<Change, Value, Refusal> = {
  /** Locks to take before the proposal's own. */
  lock?: (tx: Tx) => Promise<unknown>;
  /** Why it cannot be applied now; null if it can. */
  check?: (tx: Tx, proposal: Proposal<Change>) => Promise<Refusal | null>;
  apply: (tx: Tx, proposal: Proposal<Change>) => Promise<Result<Value, Refusal>>;
};

/** Applies or drops a proposal. The caller has checked the permission. */
export async function decide<Change, Value, Refusal extends { kind: string } = never>(
  ctx: Ctx,
  control: DualControl<Change>,
  { proposalId, apply: applies, reason }: ProposalDecision,
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
      const rejectionReason = reason || null;
      await tx
        .update(proposals)
        .set({ ...decided, rejectionReason })
        .where(mine);
      await note(tx, ctx, control, "dropped", { ...proposal, rejectionReason });
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

/** The plain result of `apply`. */
export const APPLIED = ok({ kind: "applied" as const });

/** Expires undecided proposals, so that they do not block new ones. */
export async function expireProposals(ctx: Ctx, control: DualControl<unknown>): Promise<void> {
  requirePermission(ctx, "proposals:expire");
  await ctx.db.transaction((tx) => closeOverdue(tx, ctx, control));
}

/** As of when their time was over: what ended before that is moot. */
const closeOverdue = <Change>(tx: Tx, ctx: Ctx, control: DualControl<Change>) =>
  closeProposals(tx, ctx, control, sql`${proposals.expiresAt} <= now()`, sql`${proposals.expiresAt}`);

/** Ends open proposals that no decision can apply any more, as if their time was over. */
export async function closeProposals<Change>(
  tx: Tx,
  ctx: Scope & Pick<Ctx, "now">,
  control: DualControl<Change>,
  which: SQL,
  decidedAt: SQL | Date = ctx.now(),
): Promise<void> {
  const open = and(ofKind(ctx, control), isNull(proposals.decidedAt), which);
  const closed = await tx.update(proposals).set({ decidedAt }).where(open).returning();
  for (const row of closed) {
    await note(tx, { ...ctx, actor: EXPIRY }, control, "expired", withChange<Change>(row));
  }
}

/** Open proposals of a kind for display, oldest first. */
export async function openProposals<Change>(ctx: Ctx, control: DualControl<Change>) {
  const rows = await ctx.db
    .select({ proposal: proposals, by: users.name })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.proposedBy))
    .where(and(ofKind(ctx, control), isOpen()))
    .orderBy(asc(proposals.proposedAt));
  return rows.map(({ proposal, by }) => {
    const { id, subject, proposedBy, proposedAt: at, expiresAt: until } = proposal;
    const isOwn = proposedBy === ctx.actor.id;
    const facts: ProposalFacts = { id, by, isOwn, at: at.toISOString(), until: until.toISOString() };
    return { subject, proposal: { ...withChange<Change>(proposal).change, ...facts } };
  });
}

/** The latest applied change of a kind, of those before a time where one is given; or null. */
export async function changeInForce<Change>(
  db: Db | Tx,
  environment: Environment,
  { kind }: DualControl<Change>,
  before?: Date | null,
): Promise<Change | null> {
  const { appliedAt } = proposals;
  const isApplied = before ? lt(appliedAt, before) : isNotNull(appliedAt);
  const applied = and(eq(proposals.kind, kind), eq(proposals.environment, environment), isApplied);
  const [newest] = await db.select().from(proposals).where(applied).orderBy(desc(proposals.appliedAt)).limit(1);
  return newest ? withChange<Change>(newest).change : null;
}

export const isOpen = (): SQL | undefined => and(isNull(proposals.decidedAt), sql`${proposals.expiresAt} > now()`);

/** It waits no more: decided, closed, or over its time. */
export const isEnded = (): SQL | undefined => or(isNotNull(proposals.decidedAt), sql`${proposals.expiresAt} <= now()`);

type Row = typeof proposals.$inferSelect;
export type ProposalEnd = { end: "applied" | "rejected" | "withdrawn" | "expired"; at: Date };

/** How one ended that waits no more, and when. */
export function endOf({ proposedBy, decidedBy, decidedAt, appliedAt, expiresAt }: Row): ProposalEnd {
  // It may be closed long after it expired.
  if (decidedBy === null || decidedAt === null) {
    return { end: "expired", at: decidedAt !== null && decidedAt < expiresAt ? decidedAt : expiresAt };
  }
  if (appliedAt !== null) return { end: "applied", at: decidedAt };
  return { end: decidedBy === proposedBy ? "withdrawn" : "rejected", at: decidedAt };
}

/** Those that ended, the newest first, with who ended each; of an expired one who proposed it. */
export const endedProposals = (db: Db, which: SQL | undefined) =>
  db
    .select({ proposal: proposals, by: users.name })
    .from(proposals)
    .innerJoin(users, eq(users.id, sql`coalesce(${proposals.decidedBy}, ${proposals.proposedBy})`))
    .where(and(isEnded(), which))
    .orderBy(desc(proposals.proposedAt));

/** Null where a change belongs to no environment. */
type Scope = { environment: Environment | null };

const environmentOf = <Change>({ environment }: Scope, { isGlobal }: DualControl<Change>) =>
  isGlobal ? null : environment;

function ofKind<Change>(scope: Scope, control: DualControl<Change>) {
  const environment = environmentOf(scope, control);
  const there = environment === null ? isNull(proposals.environment) : eq(proposals.environment, environment);
  return and(eq(proposals.kind, control.kind), there);
}

// Each kind writes its own changes and reads no others.
const withChange = <Change>(row: typeof proposals.$inferSelect) => row as Proposal<Change>;

/** The change in a row of this kind. */
export const changeOf = <Change>(row: typeof proposals.$inferSelect, _control: DualControl<Change>): Change =>
  withChange<Change>(row).change;

type Noting = Scope & Pick<Ctx, "actor" | "now">;

async function note<Change>(tx: Tx, ctx: Noting, control: DualControl<Change>, step: Step, proposal: Proposal<Change>) {
  const event = control.audit(step, proposal);
  if (!event) return;
  // A proposer withdraws what another user rejects.
  const whose = step === "dropped" ? { isOwn: proposal.proposedBy === ctx.actor.id } : {};
  const why = proposal.rejectionReason === null ? {} : { reason: proposal.rejectionReason };
  const detail = { ...event.detail, ...whose, ...why };
  await record(tx, { ...ctx, environment: environmentOf(ctx, control) }, { ...event, detail });
}

/**
 * The check of all dual control: why this actor cannot decide the proposal, or null. Every holder of the permission may
 * drop it, including the proposer; applying needs two active holders. Both stay locked until the transaction ends, so
 * that neither can be disabled or lose the role in the meantime.
 */
async function refusalToDecide(
  tx: Tx,
  ctx: Ctx,
  { proposedBy, decidedAt, decidedBy }: typeof proposals.$inferSelect,
  { permission, applies }: { permission: Permission; applies: boolean },
): Promise<CannotDecideProposal | null> {
  const decider = userIdOf(ctx);
  // One whose time was over has been closed by then, in this transaction.
  if (decidedAt !== null) return { kind: decidedBy === null ? "lapsed" : "not_open" };
  const holders = await lockActiveHolders(tx, [decider, proposedBy], permission);
  if (!holders.has(decider)) throw new Forbidden(`${decider} no longer holds ${permission}`);
  if (!applies) return null;
  if (proposedBy === decider) return { kind: "own_proposal" };
  return holders.has(proposedBy) ? null : { kind: "proposer_not_permitted" };
}

/** Those of these users who are active and hold the permission, locked until the transaction ends. */
export async function lockActiveHolders(tx: Tx, ids: readonly string[], permission: Permission): Promise<Set<string>> {
  const active = await tx
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.disabledAt)))
    .orderBy(asc(users.id))
    .for("share");
  return new Set(active.filter(({ role }) => may(role, permission)).map(({ id }) => id));
}

/** How many others are active and hold the permission: without any, what these users propose is never applied. */
export const countOtherHolders = (db: Db, ids: readonly string[], permission: Permission): Promise<number> => {
  const holding = ROLES.filter((role) => may(role, permission));
  return db.$count(users, and(isNull(users.disabledAt), inArray(users.role, holding), notInArray(users.id, [...ids])));
};
