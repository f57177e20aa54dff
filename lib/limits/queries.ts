import "server-only";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { openProposals } from "@/lib/auth/dual-control";
import { DAILY_LIMITS, limitsInForce } from "./daily-limits";
import type { LimitsView } from "./schema";

/** The daily limits in force, and the change that is proposed. */
export async function getLimits(ctx: Ctx): Promise<LimitsView> {
  requirePermission(ctx, "approval_rules:read");
  const [open] = await openProposals(ctx, DAILY_LIMITS);
  return { inForce: await limitsInForce(ctx.db, ctx.environment), proposal: open?.proposal ?? null };
}
