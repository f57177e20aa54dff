import "server-only";
import { sql } from "drizzle-orm";
import { backfillRows, backfillRuns } from "@/drizzle/schema/backfill";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { enqueue } from "@/lib/db/enqueue";
import { insertRow } from "@/lib/db/insert-row";
import { err, ok, type Result } from "@/lib/result";
import type { HistoryInput } from "./schema";
import { IDS_MAX, idsIn, isOpen } from "./state";

type CannotStart = { kind: "no_ids" } | { kind: "too_many"; count: number; most: number };

/** Begins to ask the service about each id of a list. What it finds is held here from then on, like any other order. */
export async function startBackfill(ctx: Ctx, { ids }: HistoryInput): Promise<Result<{ runId: string }, CannotStart>> {
  requirePermission(ctx, "backfill:start");
  const startedBy = userIdOf(ctx);
  const { environment } = ctx;
  const listed = idsIn(ids);
  if (listed.length === 0) return err({ kind: "no_ids" });
  if (listed.length > IDS_MAX) return err({ kind: "too_many", count: listed.length, most: IDS_MAX });

  const startedAt = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const rows = listed.length;
    const endedAt = listed.some(({ finding }) => isOpen(finding)) ? null : startedAt;
    const runId = await insertRow(tx, backfillRuns, { environment, startedBy, startedAt, rows, endedAt });
    const column = <T>(of: (row: (typeof listed)[number]) => T) => sql.param(listed.map(of));
    await tx.execute(sql`
      insert into ${backfillRows} (run_id, line, given, finding, due_at)
      select ${runId}, line, given, finding::backfill_finding,
        case finding when 'waiting' then ${startedAt.toISOString()}::timestamptz end
      from unnest(${column(({ line }) => line)}::int[], ${column(({ given }) => given)}::text[],
        ${column(({ finding }) => finding)}::text[]) as listed (line, given, finding)`);
    await record(tx, ctx, { action: "backfill.started", subject: runId, detail: { rows } });
    if (endedAt === null) {
      const job = { environment, runId };
      await enqueue(tx, "run-backfill", job, { key: `backfill:${runId}` });
    }
    return ok({ runId });
  });
}
