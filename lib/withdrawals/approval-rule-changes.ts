import "server-only";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { APPLIED, type CannotPropose, changeInForce, type DualControl, decide, propose } from "@/lib/auth/dual-control";
import { missingProof } from "@/lib/auth/factors";
import type { ProposalDecision } from "@/lib/auth/proposal";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Db, Tx } from "@/lib/db/connection";
import { lockNamed, lockNamedShared } from "@/lib/db/locks";
import type { Environment } from "@/lib/environment";
import { err, type Result } from "@/lib/result";
import { type ApprovalRules, areSameRules, FIRST_RULES } from "./approval-rules";

export const APPROVAL_RULES: DualControl<{ rules: ApprovalRules }> = {
  kind: "approval_rules",
  missing: missingProof,
  audit: (step, { id, change }) => ({ action: `approval_rules.${step}`, subject: id, detail: change }),
};

/** The approval rules for new requests, or those of before a time. */
export const rulesInForce = async (
  db: Db | Tx,
  environment: Environment,
  before?: Date | null,
): Promise<ApprovalRules> =>
  (await changeInForce(db, environment, APPROVAL_RULES, before))?.rules ?? FIRST_RULES[environment];

/** The rules in force, locked until the transaction ends, so that every submission comes before or after a change. */
export async function holdRulesInForce(tx: Tx, environment: Environment): Promise<ApprovalRules> {
  await lockNamedShared(tx, rulesLock(environment));
  return rulesInForce(tx, environment);
}

const rulesLock = (environment: Environment) => `approval rules of ${environment}`;

/** Proposes new rules, which a second admin applies. */
export async function proposeRules(
  ctx: Ctx,
  change: { rules: ApprovalRules },
): Promise<Result<{ proposalId: string }, CannotPropose | ProofNeeded | { kind: "no_change" }>> {
  requirePermission(ctx, "approval_rules:change");
  return ctx.db.transaction(async (tx) => {
    if (areSameRules(await rulesInForce(tx, ctx.environment), change.rules)) return err({ kind: "no_change" });
    return propose(tx, ctx, APPROVAL_RULES, { change });
  });
}

/** Applies or drops a proposal. The proposer may drop it; another user applies it. */
export async function decideRules(ctx: Ctx, decision: ProposalDecision) {
  requirePermission(ctx, "approval_rules:change");
  return decide(ctx, APPROVAL_RULES, decision, {
    async apply(tx) {
      await lockNamed(tx, rulesLock(ctx.environment));
      return APPLIED;
    },
  });
}
