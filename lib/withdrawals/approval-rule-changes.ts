import "server-only";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { ruleChanges } from "@/drizzle/schema/approvals";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import { type CannotDecideProposal, EXPIRY, isOverdue, refusalToDecide } from "@/lib/auth/dual-control";
import { missingProof } from "@/lib/auth/factors";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Db, Tx } from "@/lib/db/connection";
import type { Environment } from "@/lib/environment";
import { err, ok, type Result } from "@/lib/result";
import { type ApprovalRules, FIRST_RULES } from "./approval-rules";

/** The rules by which a withdrawal that is requested now must be approved. */
export async function rulesInForce(db: Db | Tx, environment: Environment): Promise<ApprovalRules> {
  const applied = and(eq(ruleChanges.environment, environment), isNotNull(ruleChanges.appliedAt));
  const [newest] = await db.select().from(ruleChanges).where(applied).orderBy(desc(ruleChanges.appliedAt)).limit(1);
  return newest?.rules ?? FIRST_RULES[environment];
}

/**
 * The rules in force, unchanged until the transaction ends: a change that is applied meanwhile waits, so that every
 * sending comes either before it or after it.
 */
export async function holdRulesInForce(tx: Tx, environment: Environment): Promise<ApprovalRules> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${rulesLock(environment)}, 0))`);
  return rulesInForce(tx, environment);
}

const rulesLock = (environment: Environment) => `approval rules of ${environment}`;

/** Proposes other rules. They change nothing until a second admin applies them. */
export async function proposeRules(
  ctx: Ctx,
  { rules }: { rules: ApprovalRules },
): Promise<Result<{ proposalId: string }, { kind: "another_proposal_is_open" } | ProofNeeded>> {
  requirePermission(ctx, "approval_rules:change");
  if (ctx.actor.kind !== "person") throw new Forbidden("only a person changes the rules");
  const { id: proposedBy } = ctx.actor;
  const { environment } = ctx;
  return ctx.db.transaction(async (tx) => {
    const unproven = await missingProof(tx, ctx);
    if (unproven) return err(unproven);
    await closeOverdue(tx, ctx);
    const proposal = { environment, rules, proposedBy, proposedAt: ctx.now() };
    const [made] = await tx
      .insert(ruleChanges)
      .values(proposal)
      .onConflictDoNothing()
      .returning({ id: ruleChanges.id });
    if (!made) return err({ kind: "another_proposal_is_open" });
    await record(tx, ctx, { action: "approval_rules.proposed", subject: made.id, detail: { rules } });
    return ok({ proposalId: made.id });
  });
}

type Decided = { proposalId: string; apply: boolean };
type CannotDecide = CannotDecideProposal | ProofNeeded;

/** Applies or drops a proposal. The proposer may drop it; another user applies it. */
export async function decideRules(
  ctx: Ctx,
  { proposalId, apply }: Decided,
): Promise<Result<{ applied: boolean }, CannotDecide>> {
  requirePermission(ctx, "approval_rules:change");
  if (ctx.actor.kind !== "person") throw new Forbidden("only a person changes the rules");
  const { id: decidedBy } = ctx.actor;
  return ctx.db.transaction(async (tx) => {
    const mine = and(eq(ruleChanges.id, proposalId), eq(ruleChanges.environment, ctx.environment));
    await closeOverdue(tx, ctx);
    const [open] = await tx.select().from(ruleChanges).where(mine).for("update");
    if (!open) return err({ kind: "not_open" });
    const refused = await refusalToDecide(tx, ctx, open, { permission: "approval_rules:change", applies: apply });
    if (refused) return err(refused);
    const unproven = apply ? await missingProof(tx, ctx) : null;
    if (unproven) return err(unproven);

    if (apply) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${rulesLock(ctx.environment)}, 0))`);
    const at = ctx.now();
    await tx
      .update(ruleChanges)
      .set({ decidedBy, decidedAt: at, appliedAt: apply ? at : null })
      .where(mine);
    const action = apply ? "approval_rules.applied" : "approval_rules.dropped";
    await record(tx, ctx, { action, subject: proposalId, detail: { rules: open.rules } });
    return ok({ applied: apply });
  });
}

/** Expires undecided proposals, so that they do not block another one. */
export async function expireRuleChanges(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "proposals:expire");
  await ctx.db.transaction((tx) => closeOverdue(tx, ctx));
}

async function closeOverdue(tx: Tx, ctx: Ctx): Promise<void> {
  const overdue = and(eq(ruleChanges.environment, ctx.environment), isOverdue(ruleChanges));
  const lapsed = await tx.update(ruleChanges).set({ decidedAt: ctx.now() }).where(overdue).returning();
  for (const { id, rules } of lapsed) {
    await record(tx, { ...ctx, actor: EXPIRY }, { action: "approval_rules.expired", subject: id, detail: { rules } });
  }
}
