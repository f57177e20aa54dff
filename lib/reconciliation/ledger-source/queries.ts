import "server-only";
import { desc, eq, sql } from "drizzle-orm";
import { ledgerSources } from "@/drizzle/schema/ledger-sources";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { ISO } from "../movements/read-movements";
import type { LedgerSourceView, SourceRunRow } from "./schema";

/** So many of the newest are listed. */
const LISTED = 30;

/** The query in force, its versions and what became of its readings. */
export async function getLedgerSource(ctx: Ctx): Promise<LedgerSourceView> {
  requirePermission(ctx, "reconciliation:change");
  const rows = await ctx.db
    .select({ source: ledgerSources, by: users.name })
    .from(ledgerSources)
    .innerJoin(users, eq(users.id, ledgerSources.savedBy))
    .where(eq(ledgerSources.environment, ctx.environment))
    .orderBy(desc(ledgerSources.version))
    .limit(LISTED);
  const versions = rows.map(({ source: { version, savedAt, runAt }, by }) => ({
    ...{ version, by, at: savedAt.toISOString(), runAt },
  }));
  const [newest] = rows;
  const [first] = versions;
  return {
    isConfigured: ctx.ledgerDatabase !== null,
    source:
      newest && first
        ? { ...first, query: newest.source.query, header: newest.source.header, mapping: newest.source.mapping }
        : null,
    versions,
    runs: await sourceRuns(ctx),
  };
}

async function sourceRuns({ db, environment }: Ctx): Promise<SourceRunRow[]> {
  const { rows } = await db.execute<SourceRunRow>(sql`
    select r.id as "sourceRunId", s.version, r.first_day::text as "firstDay", r.last_day::text as "lastDay", r.trigger, u.name as by,
      ${ISO(sql`r.started_at`)} as at, ${ISO(sql`r.ended_at`)} as "endedAt", r.state, r.failure, r.message, r.rows, r.run_id as "runId"
    from ledger_source_runs r join ledger_sources s on s.id = r.source_id left join users u on u.id = r.started_by
    where r.environment = ${environment} order by r.started_at desc, r.id limit ${LISTED}`);
  return rows;
}
