import "server-only";
import { sql } from "drizzle-orm";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Db } from "@/lib/db/connection";

/** Lines linked in one transaction: its time is that of the lock of the chains, and of NOTIFY. */
const BATCH = 1_000;

/**
 * Links the committed lines that have no link yet, and tells listeners and the job runner of them. One process links at
 * a time; for another there is nothing to do.
 *
 * @unguarded links lines that were recorded with permission
 */
export async function linkAuditLines(db: Db): Promise<void> {
  for (let linked = BATCH; linked === BATCH; ) {
    const { rows } = await db.execute<{ linked: number }>(sql`select link_audit_lines(${BATCH}) as linked`);
    linked = rows[0]?.linked ?? 0;
  }
}

/** The lines that wait for their link, and since when, by the database's clock. */
export type UnlinkedLines = { count: number; oldestSeconds: number };

export async function countUnlinked(ctx: Ctx): Promise<UnlinkedLines> {
  requirePermission(ctx, "metrics:read");
  const { rows } = await ctx.db.execute<UnlinkedLines>(sql`
    select count(*)::int as count, greatest(0, coalesce(extract(epoch from now() - min(e.at)), 0))::float8 as "oldestSeconds"
    from audit_unlinked u left join audit_events e on e.id = u.event_id`);
  return rows[0] ?? { count: 0, oldestSeconds: 0 };
}
