import "server-only";
import { and, asc, count, desc, eq, gt, inArray } from "drizzle-orm";
import { backfillRows, backfillRuns } from "@/drizzle/schema/backfill";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { seesPii } from "@/lib/pii/access";
import { failureFor } from "@/lib/pii/known-values";
import { masked } from "@/lib/pii/mask";
import type { BackfillView, HistoryRun, RowFilter } from "./schema";
import { FINDINGS, type Finding } from "./state";

const RUNS = 20;
const PAGE = 100;

/** The newest lists of missing orders, with how far each has come. */
export async function listBackfills(ctx: Ctx): Promise<HistoryRun[]> {
  requirePermission(ctx, "backfill:start");
  const rows = await runsOf(ctx).orderBy(desc(backfillRuns.startedAt), desc(backfillRuns.id)).limit(RUNS);
  const findings = await findingsOf(
    ctx,
    rows.map(({ run }) => run.id),
  );
  return rows.map(({ run, startedBy }) => runView(run, startedBy, findings.get(run.id)));
}

/** One list, how far it has come, and its rows from a line on; null where there is none. */
export async function getBackfill(
  ctx: Ctx,
  { runId, finding, after }: RowFilter & { runId: string },
): Promise<BackfillView | null> {
  requirePermission(ctx, "backfill:start");
  const [row] = await runsOf(ctx, runId);
  if (!row) return null;
  const wanted = and(
    eq(backfillRows.runId, runId),
    gt(backfillRows.line, after),
    finding ? eq(backfillRows.finding, finding) : undefined,
  );
  const [rows, findings] = await Promise.all([
    ctx.db
      .select()
      .from(backfillRows)
      .where(wanted)
      .orderBy(asc(backfillRows.line))
      .limit(PAGE + 1),
    findingsOf(ctx, [runId]),
  ]);
  // A line that is no ID may hold anything, a name for example.
  const isTheirs = seesPii(ctx) || row.run.startedBy === ctx.actor.id;
  const shown = rows.slice(0, PAGE).map(({ runId: _run, dueAt, given, ...rest }) => ({
    ...rest,
    given: rest.finding === "not_valid" && !isTheirs ? masked("other", given) : given,
    dueAt: dueAt?.toISOString() ?? null,
  }));
  const next = rows.length > PAGE ? (shown.at(-1)?.line ?? null) : null;
  // Whom it could name is not on record here.
  const failure = row.run.failure && (await failureFor(ctx, row.run.failure, async () => "all"));
  return { ...runView(row.run, row.startedBy, findings.get(runId)), failure, shown, next };
}

const runsOf = ({ db, environment }: Ctx, runId?: string) =>
  db
    .select({ run: backfillRuns, startedBy: users.name })
    .from(backfillRuns)
    .innerJoin(users, eq(users.id, backfillRuns.startedBy))
    .where(
      and(eq(backfillRuns.environment, environment), runId === undefined ? undefined : eq(backfillRuns.id, runId)),
    );

type Findings = Record<Finding, number>;

async function findingsOf({ db }: Ctx, runIds: string[]): Promise<Map<string, Findings>> {
  const { runId, finding } = backfillRows;
  const counted = await db
    .select({ runId, finding, rows: count() })
    .from(backfillRows)
    .where(inArray(runId, runIds))
    .groupBy(runId, finding);
  const byRun = new Map<string, Findings>();
  for (const one of counted) {
    const findings = byRun.get(one.runId) ?? none();
    findings[one.finding] = one.rows;
    byRun.set(one.runId, findings);
  }
  return byRun;
}

const none = () => Object.fromEntries(FINDINGS.map((finding) => [finding, 0])) as Findings;

function runView(run: typeof backfillRuns.$inferSelect, startedBy: string, findings = none()): HistoryRun {
  const { id, startedAt, endedAt, rows } = run;
  return { id, startedBy, startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null, rows, findings };
}
