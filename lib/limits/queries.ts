import "server-only";
import { and, eq } from "drizzle-orm";
import { limitChanges } from "@/drizzle/schema/limits";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isOpen } from "@/lib/auth/dual-control";
import { limitsInForce } from "./daily-limits";
import type { LimitsView } from "./schema";

/** The daily limits in force, and the change that is proposed. */
export async function getLimits(ctx: Ctx): Promise<LimitsView> {
  requirePermission(ctx, "approval_rules:read");
  const { db, environment, actor } = ctx;
  const [proposed] = await db
    .select({ change: limitChanges, by: users.name })
    .from(limitChanges)
    .innerJoin(users, eq(users.id, limitChanges.proposedBy))
    .where(and(eq(limitChanges.environment, environment), isOpen(limitChanges)));
  return {
    inForce: await limitsInForce(db, environment),
    proposal: proposed
      ? {
          ...{ id: proposed.change.id, limits: proposed.change.limits, by: proposed.by },
          at: proposed.change.proposedAt.toISOString(),
          until: proposed.change.expiresAt.toISOString(),
          isOwn: proposed.change.proposedBy === actor.id,
        }
      : null,
  };
}
