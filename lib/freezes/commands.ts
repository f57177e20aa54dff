import "server-only";
import { and, eq } from "drizzle-orm";
import { freezes } from "@/drizzle/schema/freezes";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { APPLIED, type CannotPropose, type DualControl, decide, propose } from "@/lib/auth/dual-control";
import { missingProof } from "@/lib/auth/factors";
import { holdersOf } from "@/lib/auth/key-holders";
import type { ProposalDecision } from "@/lib/auth/proposal";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { isOpenFreeze, lockFreezes } from "@/lib/transactions/freezes/guard";
import { enqueueQueued } from "@/lib/transactions/submission/submit";
import type { FreezeInput } from "./schema";

type CannotFreeze = { kind: "no_such_user" } | { kind: "frozen_already" };

/**
 * Keeps everything of an environment, or of one person there, from being sent: also what is requested with a key whose secret
 * they know. Takes one person and no proof.
 */
export async function freezePayouts(
  ctx: Ctx,
  { userId, reason }: FreezeInput,
): Promise<Result<{ freezeId: string }, CannotFreeze>> {
  requirePermission(ctx, "freezes:freeze");
  const frozenBy = userIdOf(ctx);
  const { environment } = ctx;
  return ctx.db.transaction(async (tx) => {
    await lockFreezes(tx, environment);
    const whose = await whoseOf(tx, userId);
    if (!whose) return err({ kind: "no_such_user" });
    const freeze = { environment, cause: "manual", userId, reason, frozenBy, frozenAt: ctx.now() } as const;
    const [made] = await tx.insert(freezes).values(freeze).onConflictDoNothing().returning({ id: freezes.id });
    if (!made) return err({ kind: "frozen_already" });
    await record(tx, ctx, { action: "payouts.frozen", subject: made.id, detail: { ...whose, reason } });
    return ok({ freezeId: made.id });
  });
}

/** The person whose payouts are frozen, or those of a key whose secret they know, has no say in resuming them. */
type OwnFreeze = { kind: "own_freeze" };

const isOwnFreeze = async (tx: Tx, who: string, userId: string | null) =>
  userId !== null && (userId === who || (await holdersOf(tx, userId)).includes(who));

/** Whose payouts are frozen, with the name for the log; null for those of the environment. */
type Whose = { userId: null } | { userId: string; user: string };

async function whoseOf(tx: Tx, userId: string | null): Promise<Whose | null> {
  if (userId === null) return { userId };
  const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId));
  return user ? { userId, user: user.name } : null;
}

/** `subject` is the freeze. */
export const RESUMPTION: DualControl<Whose> = {
  kind: "resume_payouts",
  missing: missingProof,
  audit: (step, { subject, change, proposedBy }) => {
    if (step === "proposed") return { action: "payouts.resume_proposed", subject, detail: change };
    if (step === "expired") return { action: "payouts.resume_expired", subject, detail: change };
    const action = step === "applied" ? "payouts.resumed" : "payouts.resume_dropped";
    return { action, subject, detail: { ...change, proposedBy } };
  },
};

/** Proposes to resume. Nothing is sent before another person agrees. */
export async function proposeResume(
  ctx: Ctx,
  { freezeId }: { freezeId: string },
): Promise<Result<{ proposalId: string }, { kind: "not_frozen" } | OwnFreeze | CannotPropose | ProofNeeded>> {
  requirePermission(ctx, "freezes:resume");
  return ctx.db.transaction(async (tx) => {
    await lockFreezes(tx, ctx.environment);
    const freeze = await lockFreeze(tx, ctx, freezeId);
    if (!freeze) return err({ kind: "not_frozen" });
    const { userId } = freeze;
    if (await isOwnFreeze(tx, ctx.actor.id, userId)) return err({ kind: "own_freeze" });
    const change = await whoseOf(tx, userId);
    if (!change) throw new Error("a freeze of no user");
    return propose(tx, ctx, RESUMPTION, { subject: freezeId, change });
  });
}

/** Resumes what another person proposed to resume, or drops the proposal. Queued orders are enqueued again. */
export async function decideResume(ctx: Ctx, decision: ProposalDecision) {
  requirePermission(ctx, "freezes:resume");
  return decide(ctx, RESUMPTION, decision, {
    lock: (tx) => lockFreezes(tx, ctx.environment),
    async check(tx, { subject, change: { userId }, proposedBy }) {
      if (!(await lockFreeze(tx, ctx, subject))) return { kind: "not_open" } as const;
      if (await isOwnFreeze(tx, ctx.actor.id, userId)) return { kind: "own_freeze" } as const;
      // They may have rotated the key since.
      return (await isOwnFreeze(tx, proposedBy, userId)) ? ({ kind: "proposer_not_permitted" } as const) : null;
    },
    async apply(tx, { subject }) {
      await tx.update(freezes).set({ resumedAt: ctx.now() }).where(eq(freezes.id, subject));
      await enqueueQueued(tx, ctx);
      return APPLIED;
    },
  });
}

/** The open freeze, under lock; null where payouts were resumed or there is none. */
async function lockFreeze(tx: Tx, { environment }: Ctx, freezeId: string) {
  const open = and(eq(freezes.id, freezeId), isOpenFreeze(environment));
  const [freeze] = await tx.select().from(freezes).where(open).for("update");
  return freeze ?? null;
}
