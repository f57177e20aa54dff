import "server-only";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { APPLIED, type CannotPropose, decide, propose } from "@/lib/auth/dual-control";
import type { ProposalDecision } from "@/lib/auth/proposal";
import type { ProofNeeded } from "@/lib/auth/step-up";
import { err, type Result } from "@/lib/result";
import { lockSums } from "./counted-sums";
import { DAILY_LIMITS, limitsInForce, releaseLimited } from "./daily-limits";
import { areSameLimits, type DailyLimit, raisedCurrencies } from "./rules";

/** Proposes other daily limits. They change nothing until a second admin applies them. */
export async function proposeLimits(
  ctx: Ctx,
  change: { limits: DailyLimit[] },
): Promise<Result<{ proposalId: string }, CannotPropose | ProofNeeded | { kind: "no_change" }>> {
  requirePermission(ctx, "approval_rules:change");
  return ctx.db.transaction(async (tx) => {
    if (areSameLimits(await limitsInForce(tx, ctx.environment), change.limits)) {
      return err({ kind: "no_change" });
    }
    return propose(tx, ctx, DAILY_LIMITS, { change });
  });
}

/** Applies or drops a proposal. Where it raises a limit, what that limit held is queued again. */
export async function decideLimits(ctx: Ctx, decision: ProposalDecision) {
  requirePermission(ctx, "approval_rules:change");
  return decide(ctx, DAILY_LIMITS, decision, {
    async apply(tx, { change: { limits } }) {
      const before = await limitsInForce(tx, ctx.environment);
      await releaseLimited(tx, ctx, raisedCurrencies(before, limits));
      // After the orders' locks, as in a claim: a sending comes before this change or after it.
      for (const currency of currenciesIn(before, limits)) await lockSums(tx, ctx, currency);
      return APPLIED;
    },
  });
}

const currenciesIn = (...limits: DailyLimit[][]) => [...new Set(limits.flat().map(({ currency }) => currency))].sort();
