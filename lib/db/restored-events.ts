import "server-only";
import type { ClientBase } from "pg";

/** Numbers of transactions that this cluster has not given yet. Rows with such a number come from another one. */
const RESTORED = `
  select max(xid) as last, max(position) as top from webhook_events
  where environment = any(enum_range(null::environment))
    and xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;

/**
 * Transactions count from the beginning of a cluster, and the feed of events follows them. What a dump brought from
 * another cluster is moved below all numbers of this one, in its order: to 0 and less. Positions go on after a restore,
 * so that all rows up to the last such one were restored. Run by the owner, before a process writes new rows.
 */
export async function moveRestoredEvents(owner: ClientBase): Promise<void> {
  const { rows } = await owner.query<{ last: string | null; top: string | null }>(RESTORED);
  const [restored] = rows;
  if (!restored?.last) return;
  await owner.query("begin");
  try {
    // Their trigger keeps what an event says; only its place in the feed changes here.
    await owner.query("alter table webhook_events disable trigger append_only");
    await owner.query("update webhook_events set xid = xid - $1::bigint where position <= $2::bigint", [
      ...[restored.last, restored.top],
    ]);
    await owner.query("alter table webhook_events enable trigger append_only");
    await owner.query("commit");
  } catch (error) {
    await owner.query("rollback");
    throw error;
  }
}
