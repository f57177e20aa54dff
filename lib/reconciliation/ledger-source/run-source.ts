import "server-only";
import { randomUUID } from "node:crypto";
import { and, desc, eq, type SQL } from "drizzle-orm";
import { ledgerSourceRuns, ledgerSources } from "@/drizzle/schema/ledger-sources";
import { ledgerFileParts, ledgerFiles } from "@/drizzle/schema/reconciliation";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { tryLockNamed } from "@/lib/db/locks";
import { keepMapping } from "@/lib/imports/column-mappings";
import { err, ok, type Result } from "@/lib/result";
import { DAY_MS, lastDayDue, tokyoDay } from "@/lib/time";
import { beginRun } from "../commands";
import { beginSourceRun, enqueueSourceRun, isRunning, lockSource, sourceInForce } from "./commands";
import { readSource } from "./read-source";
import { RETRY_MS, type SourceProblem, TRIES } from "./state";

type Source = typeof ledgerSources.$inferSelect;
type SourceRun = typeof ledgerSourceRuns.$inferSelect;

/** Undoes the transaction of a reading that failed. */
class Unread extends Error {
  override name = "Unread";
  readonly problem: SourceProblem;
  constructor(problem: SourceProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/**
 * Reads the merchant's database for one run, and hands the rows on as a ledger that was uploaded. File, mapping and
 * reconciliation begin to exist together, or none of them does. Any number of instances may try; one of them works.
 */
export async function readLedgerSource(ctx: Ctx, { sourceRunId }: { sourceRunId: string }): Promise<void> {
  requirePermission(ctx, "reconciliation:process");
  try {
    await ctx.db.transaction((tx) => inRun(tx, ctx, sourceRunId));
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    const mine = and(eq(ledgerSourceRuns.id, sourceRunId), isRunning(ctx));
    await ctx.db.transaction((tx) => fail(tx, ctx, mine, error.problem));
  }
}

async function inRun(tx: Tx, ctx: Ctx, sourceRunId: string): Promise<void> {
  if (!(await tryLockNamed(tx, `ledger source run ${sourceRunId}`))) return;
  const mine = and(eq(ledgerSourceRuns.id, sourceRunId), isRunning(ctx));
  const [found] = await tx
    .select({ run: ledgerSourceRuns, source: ledgerSources })
    .from(ledgerSourceRuns)
    .innerJoin(ledgerSources, eq(ledgerSources.id, ledgerSourceRuns.sourceId))
    .where(mine);
  if (!found) return;
  const done = await keep(tx, ctx, found);
  if (!done.ok) throw new Unread(done.error);
  await tx
    .update(ledgerSourceRuns)
    .set({ state: "done", endedAt: ctx.now(), ...done.value })
    .where(mine);
}

type Found = { run: SourceRun; source: Source };

async function keep(
  tx: Tx,
  ctx: Ctx,
  { run, source }: Found,
): Promise<Result<{ rows: number; fileId: string; runId: string }, SourceProblem>> {
  const { environment } = ctx;
  const { firstDay, lastDay } = run;
  const [fileId, by] = [randomUUID(), run.startedBy ?? source.savedBy];
  const days = firstDay === lastDay ? firstDay : `${firstDay}-${lastDay}`;
  const name = `query-v${source.version}-${days}.csv`;
  await tx.insert(ledgerFiles).values({ id: fileId, environment, name, uploadedBy: by, uploadedAt: ctx.now() });
  const read = await readSource(ctx, { query: source.query, firstDay, lastDay }, async (part, bytes) => {
    await tx.insert(ledgerFileParts).values({ fileId, part, content: Buffer.from(bytes) });
  });
  if (!read.ok) return read;
  const { header, rows, sha256, bytes } = read.value;
  // The mapping names columns by their places: of other columns it would read the wrong ones.
  if (header.join("\n") !== source.header.join("\n")) return err({ kind: "header_differs", message: null });
  await tx.update(ledgerFiles).set({ sha256, bytes, encoding: "UTF-8" }).where(eq(ledgerFiles.id, fileId));
  const kept = await keepMapping(tx, ctx, { of: "ledger", ...source });
  const begun = await beginRun(tx, ctx, { fileIds: [fileId], firstDay, lastDay, mappingId: kept.id, startedBy: by });
  return ok({ rows, fileId, runId: begun.runId });
}

/** A reading whose run failed is a failed one too: people are notified, and the schedule tries it again. */
export const failReadingOf = (tx: Tx, ctx: Ctx, runId: string): Promise<void> =>
  fail(tx, ctx, eq(ledgerSourceRuns.runId, runId), { kind: "not_reconciled", message: null });

async function fail(tx: Tx, ctx: Ctx, which: SQL | undefined, { kind, message }: SourceProblem): Promise<void> {
  const [failed] = await tx
    .update(ledgerSourceRuns)
    .set({ state: "failed", failure: kind, message, endedAt: ctx.now() })
    .where(which)
    .returning({ id: ledgerSourceRuns.id });
  if (!failed) return;
  await record(tx, ctx, { action: "ledger_source.failed", subject: failed.id, detail: { reason: kind } });
}

/**
 * Once a minute: begins the reading of the newest day whose time has come, again where it failed, and hands readings whose
 * job was lost with its process to the queue again.
 */
export async function startLedgerSources(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "reconciliation:process");
  const { environment } = ctx;
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockSource(tx, ctx);
    const open = await tx.select({ id: ledgerSourceRuns.id }).from(ledgerSourceRuns).where(isRunning(ctx));
    for (const { id } of open) await enqueueSourceRun(tx, ctx, id);
    const source = await sourceInForce(tx, ctx);
    if (open.length > 0 || !source || source.runAt === null || ctx.ledgerDatabase === null) return;
    // A day that is due late in the evening is still the newest one due after midnight.
    const day = lastDayDue(now, source.runAt);
    const { trigger, firstDay } = ledgerSourceRuns;
    const ofDay = and(eq(ledgerSourceRuns.environment, environment), eq(trigger, "schedule"), eq(firstDay, day));
    const tries = await tx.select().from(ledgerSourceRuns).where(ofDay).orderBy(desc(ledgerSourceRuns.startedAt));
    const [last] = tries;
    // Before its first time has come, a new schedule does not reach back to a day that was due before it was saved.
    const isOlder = day < tokyoDay(new Date(now.getTime() - DAY_MS));
    if (!last && isOlder && day <= lastDayDue(source.savedAt, source.runAt)) return;
    const isDue = !last || (last.state === "failed" && now.getTime() - last.startedAt.getTime() >= RETRY_MS);
    if (!isDue || tries.length >= TRIES) return;
    const run = { sourceId: source.id, firstDay: day, lastDay: day, startedBy: null };
    await beginSourceRun(tx, ctx, { ...run, trigger: "schedule" });
  });
}
