import "server-only";
import { and, eq } from "drizzle-orm";
import { limitChanges } from "@/drizzle/schema/limits";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import { type CannotDecideProposal, EXPIRY, isOverdue, refusalToDecide } from "@/lib/auth/dual-control";
import { missingFactor } from "@/lib/auth/factors";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { lockSums } from "./counted-sums";
import { limitsInForce, releaseLimited } from "./daily-limits";
import { type DailyLimit, raisedCurrencies } from "./rules";

/** Proposes other daily limits. They change nothing until a second admin applies them. */
export async function proposeLimits(
  ctx: Ctx,
  { limits }: { limits: DailyLimit[] },
): Promise<Result<{ proposalId: string }, { kind: "another_proposal_is_open" } | ProofNeeded>> {
  requirePermission(ctx, "approval_rules:change");
  if (ctx.actor.kind !== "person") throw new Forbidden("only a person changes the limits");
  const { environment } = ctx;
  const proposal = { environment, limits, proposedBy: ctx.actor.id, proposedAt: ctx.now() };
  return ctx.db.transaction(async (tx) => {
    const unproven = await missingFactor(tx, ctx);
    if (unproven) return err(unproven);
    await closeOverdue(tx, ctx);
    const [made] = await tx
      .insert(limitChanges)
      .values(proposal)
      .onConflictDoNothing()
      .returning({ id: limitChanges.id });
    if (!made) return err({ kind: "another_proposal_is_open" });
    await record(tx, ctx, { action: "limits.proposed", subject: made.id, detail: { limits } });
    return ok({ proposalId: made.id });
  });
}

/** Applies or drops a proposal. Where it raises a limit, what that limit held is queued again. */
export async function decideLimits(
  ctx: Ctx,
  { proposalId, apply }: { proposalId: string; apply: boolean },
): Promise<Result<{ applied: boolean }, CannotDecideProposal | ProofNeeded>> {
  requirePermission(ctx, "approval_rules:change");
  const decidedBy = ctx.actor.id;
  return ctx.db.transaction(async (tx) => {
    const mine = and(eq(limitChanges.id, proposalId), eq(limitChanges.environment, ctx.environment));
    await closeOverdue(tx, ctx);
    const [open] = await tx.select().from(limitChanges).where(mine).for("update");
    if (!open) return err({ kind: "not_open" });
    const refused = await refusalToDecide(tx, ctx, open, { permission: "approval_rules:change", applies: apply });
    if (refused) return err(refused);
    const unproven = apply ? await missingFactor(tx, ctx) : null;
    if (unproven) return err(unproven);

    const at = ctx.now();
    const before = await limitsInForce(tx, ctx.environment);
    if (apply) await releaseLimited(tx, ctx, raisedCurrencies(before, open.limits));
    // After the orders' locks, as in a claim: a sending comes before this change or after it.
    for (const currency of apply ? currenciesIn(before, open.limits) : []) await lockSums(tx, ctx, currency);
    await tx
      .update(limitChanges)
      .set({ decidedBy, decidedAt: at, appliedAt: apply ? at : null })
      .where(mine);
    const action = apply ? "limits.applied" : "limits.dropped";
    await record(tx, ctx, { action, subject: proposalId, detail: { limits: open.limits } });
    return ok({ applied: apply });
  });
}

const currenciesIn = (...limits: DailyLimit[][]) => [...new Set(limits.flat().map(({ currency }) => currency))].sort();

/** Records what no second admin has decided in time as lapsed. */
export async function expireLimitChanges(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "proposals:expire");
  await ctx.db.transaction((tx) => closeOverdue(tx, ctx));
}

async function closeOverdue(tx: Tx, ctx: Ctx): Promise<void> {
  const overdue = and(eq(limitChanges.environment, ctx.environment), isOverdue(limitChanges));
  const lapsed = await tx.update(limitChanges).set({ decidedAt: ctx.now() }).where(overdue).returning();
  for (const { id, limits } of lapsed) {
    await record(tx, { ...ctx, actor: EXPIRY }, { action: "limits.expired", subject: id, detail: { limits } });
  }
}
