import "server-only";
import { and, eq } from "drizzle-orm";
import { freezeResumptions, freezes } from "@/drizzle/schema/freezes";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import { type CannotDecideProposal, EXPIRY, isOverdue, refusalToDecide } from "@/lib/auth/dual-control";
import { missingProof } from "@/lib/auth/factors";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { lockFreezes } from "@/lib/transactions/freezes/guard";
import { enqueueQueued } from "@/lib/transactions/submission/submit";
import type { FreezeInput } from "./schema";

type CannotFreeze = { kind: "no_such_person" } | { kind: "frozen_already" };

/** Keeps everything of an environment, or of one person there, from being sent. Takes one person and no proof. */
export async function freezePayouts(
  ctx: Ctx,
  { personId, reason }: FreezeInput,
): Promise<Result<{ freezeId: string }, CannotFreeze>> {
  requirePermission(ctx, "freezes:freeze");
  if (ctx.actor.kind !== "person") throw new Forbidden("only a person freezes payouts by hand");
  const { id: frozenBy } = ctx.actor;
  const { environment } = ctx;
  return ctx.db.transaction(async (tx) => {
    await lockFreezes(tx, environment);
    if (personId !== null && (await tx.$count(users, eq(users.id, personId))) === 0) {
      return err({ kind: "no_such_person" });
    }
    const freeze = { environment, cause: "manual", personId, reason, frozenBy, frozenAt: ctx.now() } as const;
    const [made] = await tx.insert(freezes).values(freeze).onConflictDoNothing().returning({ id: freezes.id });
    if (!made) return err({ kind: "frozen_already" });
    await record(tx, ctx, { action: "payouts.frozen", subject: made.id, detail: { personId, reason } });
    return ok({ freezeId: made.id });
  });
}

type NotFrozen = { kind: "not_frozen" };
/** The person whose payouts are frozen has no say in resuming them. */
type OwnFreeze = { kind: "own_freeze" };

/** Proposes to resume. Nothing is sent before another person agrees. */
export async function proposeResume(
  ctx: Ctx,
  { freezeId }: { freezeId: string },
): Promise<Result<{ proposalId: string }, NotFrozen | OwnFreeze | { kind: "another_proposal_is_open" } | ProofNeeded>> {
  requirePermission(ctx, "freezes:resume");
  if (ctx.actor.kind !== "person") throw new Forbidden("only a person resumes payouts");
  const { id: proposedBy } = ctx.actor;
  return ctx.db.transaction(async (tx) => {
    const freeze = await lockFreeze(tx, ctx, freezeId);
    if (!freeze) return err({ kind: "not_frozen" });
    if (freeze.personId === proposedBy) return err({ kind: "own_freeze" });
    const unproven = await missingProof(tx, ctx);
    if (unproven) return err(unproven);
    await closeOverdue(tx, ctx, freezeId);
    const [made] = await tx
      .insert(freezeResumptions)
      .values({ freezeId, proposedBy, proposedAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ id: freezeResumptions.id });
    if (!made) return err({ kind: "another_proposal_is_open" });
    await record(tx, ctx, { action: "payouts.resume_proposed", subject: freezeId });
    return ok({ proposalId: made.id });
  });
}

type Decided = { proposalId: string; apply: boolean };

/** Resumes what another person proposed to resume, or drops the proposal. Queued orders are enqueued again. */
export async function decideResume(
  ctx: Ctx,
  { proposalId, apply }: Decided,
): Promise<Result<{ resumed: boolean }, CannotDecideProposal | OwnFreeze | ProofNeeded>> {
  requirePermission(ctx, "freezes:resume");
  const { id: decidedBy } = ctx.actor;
  return ctx.db.transaction(async (tx) => {
    const one = eq(freezeResumptions.id, proposalId);
    const [named] = await tx.select().from(freezeResumptions).where(one);
    const freeze = named && (await lockFreeze(tx, ctx, named.freezeId));
    const [proposal] = await tx.select().from(freezeResumptions).where(one).for("update");
    if (!freeze || !proposal) return err({ kind: "not_open" });
    const refused = await refusalToDecide(tx, ctx, proposal, { permission: "freezes:resume", applies: apply });
    if (refused) return err(refused);
    if (apply && freeze.personId === decidedBy) return err({ kind: "own_freeze" });
    const unproven = apply ? await missingProof(tx, ctx) : null;
    if (unproven) return err(unproven);

    const at = ctx.now();
    await tx.update(freezeResumptions).set({ decidedBy, decidedAt: at }).where(one);
    const { personId } = freeze;
    if (apply) {
      await tx.update(freezes).set({ resumedAt: at }).where(eq(freezes.id, freeze.id));
      await enqueueQueued(tx, ctx);
    }
    const action = apply ? "payouts.resumed" : "payouts.resume_dropped";
    await record(tx, ctx, { action, subject: freeze.id, detail: { personId, proposedBy: proposal.proposedBy } });
    return ok({ resumed: apply });
  });
}

/** The open freeze, under lock; null where payouts were resumed or there is none. */
async function lockFreeze(tx: Tx, { environment }: Ctx, freezeId: string) {
  await lockFreezes(tx, environment);
  const mine = and(eq(freezes.id, freezeId), eq(freezes.environment, environment));
  const [freeze] = await tx.select().from(freezes).where(mine).for("update");
  return freeze && freeze.resumedAt === null ? freeze : null;
}

async function closeOverdue(tx: Tx, ctx: Ctx, freezeId: string) {
  const overdue = and(eq(freezeResumptions.freezeId, freezeId), isOverdue(freezeResumptions));
  const closed = await tx.update(freezeResumptions).set({ decidedAt: ctx.now() }).where(overdue).returning();
  for (const _ of closed) {
    await record(tx, { ...ctx, actor: EXPIRY }, { action: "payouts.resume_expired", subject: freezeId });
  }
}
