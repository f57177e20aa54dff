import "server-only";
import { and, asc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { webhookEvents } from "@/drizzle/schema/webhooks";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { ok, type Result } from "@/lib/result";
import { formatPlace, isAfter, placeAfter } from "./event-place";
import type { ApiProblem } from "./problem";
import type { eventsAnswer, eventsQuery } from "./shapes";

const START = "0-0";

/**
 * Changes of orders and registrations in the order of their transactions; those of one subject as they followed each
 * other. One that may still appear among those before it is held back until its transaction has ended, so that a reader
 * who follows `next` misses none.
 */
export async function readEvents(
  ctx: Ctx,
  { after = START, limit }: z.output<typeof eventsQuery>,
): Promise<Result<z.output<typeof eventsAnswer>, ApiProblem>> {
  requirePermission(ctx, "events:read");
  const place = await placeAfter(ctx, after);
  const { environment, xid, position } = webhookEvents;
  const rows = await ctx.db
    .select()
    .from(webhookEvents)
    .where(
      and(
        eq(environment, ctx.environment),
        place ? isAfter(place) : undefined,
        sql`${xid} < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
      ),
    )
    .orderBy(asc(xid), asc(position))
    .limit(limit);
  const last = rows.at(-1);
  return ok({
    data: rows.map(({ id, type, data, at: time }) => ({ id: `evt_${id}`, type, timestamp: time.toISOString(), data })),
    next: last ? formatPlace(last) : after,
  });
}
