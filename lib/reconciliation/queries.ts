import "server-only";
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { ledgerFiles, ledgerRows, reconciliationRows, reconciliationRuns } from "@/drizzle/schema/reconciliation";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { readPage } from "@/lib/db/keyset";
import { mappingById } from "@/lib/imports/column-mappings";
import { exceptionOfRow, exceptionsIn, isInForce, isInForceAround, isRun, rowList, runList } from "./conditions";
import { resultRows } from "./result-rows";
import { brokenLine } from "./row-lines";
import type {
  BrokenLinesView,
  LinesAsked,
  RowsAsked,
  RowsView,
  RunInForce,
  RunPeriod,
  RunRow,
  RunsAsked,
  RunsView,
  RunView,
} from "./schema";

/** A page of runs, the newest first. */
export async function listReconciliations(ctx: Ctx, { anchor }: RunsAsked): Promise<RunsView> {
  requirePermission(ctx, "reconciliation:read");
  const { ids, ...page } = await readPage(ctx.db, runList(ctx), anchor);
  const found = await readRuns(ctx, inArray(reconciliationRuns.id, ids));
  const inForce = found.filter(({ row }) => !row.isSuperseded).map(({ run }) => run.id);
  const open = await openOf(ctx, inForce);
  const rows = ids.flatMap((id) => found.find(({ run }) => run.id === id)?.row ?? []);
  return { ...page, rows: rows.map((row) => ({ ...row, open: open.get(row.runId) ?? 0 })) };
}

/** Runs with their files, in any order. */
async function readRuns(ctx: Ctx, where: SQL | undefined) {
  const found = await ctx.db
    .select({ run: reconciliationRuns, startedBy: users.name, isScheduled: IS_SCHEDULED })
    .from(reconciliationRuns)
    .innerJoin(users, eq(users.id, reconciliationRuns.startedBy))
    .where(where);
  const runs = found.map(({ run }) => run);
  const all = await filesOf(
    ctx,
    runs.flatMap(({ fileIds }) => fileIds),
  );
  return found.map(({ run, startedBy, isScheduled }) => {
    const files = run.fileIds.flatMap((id) => all.get(id) ?? []);
    const row: Omit<RunRow, "open"> = {
      ...{ runId: run.id, firstDay: run.firstDay, lastDay: run.lastDay, state: run.state, startedBy, isScheduled },
      ...{ names: files.map(({ name }) => name), startedAt: run.startedAt.toISOString() },
      ...{ rows: run.rows, brokenRows: run.brokenRows, isSuperseded: run.supersededBy !== null },
      figures: run.figures,
    };
    return { run, files, row };
  });
}

const IS_SCHEDULED = sql<boolean>`exists (
  select from ledger_source_runs s where s.run_id = ${reconciliationRuns.id} and s.trigger = 'schedule')`;

async function filesOf({ db }: Ctx, ids: string[]) {
  const { id, name, sha256, encoding, bytes } = ledgerFiles;
  const found = await db
    .select({ id, name, sha256, encoding, bytes })
    .from(ledgerFiles)
    .where(inArray(ledgerFiles.id, ids));
  return new Map(found.map((file) => [file.id, file]));
}

/** How many rows of each run are an open exception. One that several runs have counts in each of them. */
async function openOf({ db, environment }: Ctx, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ run: string; count: number }>(sql`
    select n.id as run, count(*)::int as count from ${reconciliationRuns} n
      cross join lateral (
        -- The fence keeps the planner from reading all rows of the runs.
        select x.identity from ${reconciliationRows} x where x.run_id = n.id and x.position <= ${exceptionsIn(sql`n.figures`)} offset 0
      ) ${reconciliationRows}
    where n.id = any(${sql.param(ids)}::uuid[])
      and exists (select from ${exceptionOfRow(sql`${environment}::environment`)} x where x.state = 'open')
    group by n.id`);
  return new Map(rows.map(({ run, count }) => [run, count]));
}

/** One run; null where there is none. */
export async function getReconciliation(ctx: Ctx, { runId }: { runId: string }): Promise<RunView | null> {
  requirePermission(ctx, "reconciliation:read");
  const [found] = await readRuns(ctx, isRun(ctx, runId));
  if (!found) return null;
  const { run, files, row } = found;
  const open = await openOf(ctx, [runId]);
  const { mapping, version } = await mappingById(ctx.db, "ledger", run.mappingId);
  return {
    ...{ ...row, open: open.get(runId) ?? 0 },
    ...{ failure: run.failure, bytes: run.bytes, bytesRead: run.bytesRead, digest: run.digest },
    endedAt: run.endedAt?.toISOString() ?? null,
    supersededBy: run.supersededBy,
    mapping: { ...mapping, version },
    files: files.flatMap(({ id: fileId, name, sha256, encoding, bytes }) =>
      sha256 && encoding ? { fileId, name, sha256, encoding, bytes: bytes ?? 0 } : [],
    ),
  };
}

/** The run in force of exactly these days, which the next one of them replaces, and the one that the month counts instead. */
export async function getRunInForce(ctx: Ctx, { firstDay, lastDay }: RunPeriod): Promise<RunInForce> {
  requirePermission(ctx, "reconciliation:read");
  const { id, firstDay: first, lastDay: last } = reconciliationRuns;
  const [longest] = await ctx.db
    .select({ id })
    .from(reconciliationRuns)
    .where(isInForceAround(ctx, firstDay, lastDay))
    .orderBy(asc(first), desc(last), asc(id))
    .limit(1);
  const found = await readRuns(ctx, or(isInForce(ctx, firstDay, lastDay), longest && eq(id, longest.id)));
  const open = await openOf(
    ctx,
    found.map(({ run }) => run.id),
  );
  const rows = found.map(({ row }) => ({ ...row, open: open.get(row.runId) ?? 0 }));
  return {
    run: rows.find(({ runId }) => runId !== longest?.id) ?? null,
    within: rows.find(({ runId }) => runId === longest?.id) ?? null,
  };
}

/** A page of the rows of a run; null where it has none yet. */
export async function listReconciliationRows(ctx: Ctx, asked: RowsAsked): Promise<RowsView | null> {
  requirePermission(ctx, "reconciliation:read");
  const [run] = await ctx.db
    .select({ figures: reconciliationRuns.figures })
    .from(reconciliationRuns)
    .where(isRun(ctx, asked.runId));
  if (!run?.figures) return null;
  const { ids, ...page } = await readPage(ctx.db, rowList(ctx, run.figures, asked), asked.anchor);
  return { ...page, rows: await resultRows(ctx, asked.runId, ids) };
}

/** Who can be made responsible for an exception. */
export async function listWorkers(ctx: Ctx): Promise<{ id: string; name: string }[]> {
  requirePermission(ctx, "reconciliation:read");
  const { id, name, role } = users;
  const active = await ctx.db.select({ id, name, role }).from(users).where(isNull(users.disabledAt)).orderBy(asc(name));
  return active.flatMap((user) => (may(user.role, "reconciliation:change") ? { id: user.id, name: user.name } : []));
}

const LINES = 100;

/** Lines that could not be read, in the order of the files. */
export async function listBrokenLines(ctx: Ctx, { runId, after }: LinesAsked): Promise<BrokenLinesView | null> {
  requirePermission(ctx, "reconciliation:read");
  const [run] = await ctx.db.select().from(reconciliationRuns).where(isRun(ctx, runId));
  if (!run) return null;
  const files = await filesOf(ctx, run.fileIds);
  const [file = -1, line = 0] = after?.split("-").map(Number) ?? [];
  const beyond = or(gt(ledgerRows.file, file), and(eq(ledgerRows.file, file), gt(ledgerRows.line, line)));
  const found = await ctx.db
    .select({ file: ledgerRows.file, line: ledgerRows.line, problems: ledgerRows.problems })
    .from(ledgerRows)
    .where(and(eq(ledgerRows.runId, runId), isNotNull(ledgerRows.problems), beyond))
    .orderBy(asc(ledgerRows.file), asc(ledgerRows.line))
    .limit(LINES + 1);
  const shown = found
    .slice(0, LINES)
    .map((one) => brokenLine(ctx, one, files.get(run.fileIds[one.file] ?? "")?.name ?? ""));
  return { lines: shown, next: found.length > LINES ? (shown.at(-1)?.key ?? null) : null };
}
