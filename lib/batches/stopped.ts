import "server-only";
import { and, asc, eq, isNotNull, notInArray, or } from "drizzle-orm";
import { batches, cameBack } from "@/drizzle/schema/batches";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { may, ROLES } from "@/lib/auth/permissions";
import type { StoppedBatch } from "./schema";
import { isDeclined } from "./state";

const MAY_REQUEST = ROLES.filter((role) => may(role, "withdrawals:create"));

/**
 * What a person has to let go on, the oldest first: paused batches, and requests that came back to the reader. Those of a
 * key, or of a user who can no longer act, come back to all who may request.
 */
export async function listStoppedBatches(ctx: Ctx): Promise<StoppedBatch[]> {
  requirePermission(ctx, "transactions:read");
  const { actor, environment } = ctx;
  if (actor.kind !== "user") return [];
  const requests = may(actor.role, "withdrawals:create");
  if (!(requests || may(actor.role, "orders:stop"))) return [];
  const { id: batchId, name, isRetry, state, pauseReason: pause, updatedAt: at, requestedBy } = batches;
  const isLeft = requests ? or(isNotNull(users.disabledAt), notInArray(users.role, MAY_REQUEST)) : undefined;
  const backToReader = and(cameBack(ctx.now()), or(eq(requestedBy, actor.id), isLeft));
  const rows = await ctx.db
    .select({ batchId, name, isRetry, state, pause, at })
    .from(batches)
    .leftJoin(users, eq(users.id, requestedBy))
    .where(and(eq(batches.environment, environment), or(eq(state, "paused"), backToReader)))
    .orderBy(asc(at));
  return rows.map(({ state: now, ...row }) => ({ ...row, isDeclined: isDeclined(now), at: row.at.toISOString() }));
}
