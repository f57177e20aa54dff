import "server-only";
import { and, asc, eq, gt, or } from "drizzle-orm";
import { batches } from "@/drizzle/schema/batches";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import type { StoppedBatch } from "./schema";

/** What a person has to let go on, the oldest first: paused batches, and the reader's own requests that came back. */
export async function listStoppedBatches(ctx: Ctx): Promise<StoppedBatch[]> {
  requirePermission(ctx, "transactions:read");
  const { actor, environment } = ctx;
  if (actor.kind !== "user" || !(may(actor.role, "withdrawals:create") || may(actor.role, "orders:stop"))) return [];
  const { id: batchId, name, state, pauseReason: pause, updatedAt: at, revision, requestedBy } = batches;
  const cameBack = and(eq(state, "draft"), gt(revision, 0), eq(requestedBy, actor.id));
  const rows = await ctx.db
    .select({ batchId, name, pause, at })
    .from(batches)
    .where(and(eq(batches.environment, environment), or(eq(state, "paused"), cameBack)))
    .orderBy(asc(at));
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
