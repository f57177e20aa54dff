import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import { reconciliationRuns } from "@/drizzle/schema/reconciliation";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { lockNamed, tryLockNamed } from "@/lib/db/locks";
import { mappingById } from "@/lib/imports/column-mappings";
import { log } from "@/lib/log";
import { isStopping } from "@/lib/shutdown";
import { tokyoDaysRange } from "@/lib/time";
import { carryExceptions } from "./carry-exceptions";
import { isInForce, isRun } from "./conditions";
import { importLedger } from "./import-ledger";
import { failReadingOf } from "./ledger-source/run-source";
import { matchRun } from "./match";
import { isRunning, type RunState } from "./state";

/** A run that was cancelled, or whose process ends: its transaction is undone. */
class Interrupted extends Error {
  override name = "Interrupted";
}

const LOOK_MS = 1_000;

/**
 * Imports and matches a run, each step in one transaction: a process that dies leaves the state before its step, and the
 * step is begun again. Any number of instances may try; one of them works.
 */
export async function runReconciliation(ctx: Ctx, { runId }: { runId: string }): Promise<void> {
  requirePermission(ctx, "reconciliation:process");
  try {
    if (await inStep(ctx, runId, "importing", (tx, run) => importStep(tx, ctx, run)))
      await inStep(ctx, runId, "matching", (tx, run) => matchStep(tx, ctx, run));
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  }
}

/** Hands runs whose job was lost with its process to the queue again. */
export async function recoverReconciliations(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:recover");
  const { environment } = ctx;
  const open = and(
    eq(reconciliationRuns.environment, environment),
    inArray(reconciliationRuns.state, ["importing", "matching"]),
  );
  const { id, startedAt } = reconciliationRuns;
  const runs = await ctx.db.select({ id }).from(reconciliationRuns).where(open).orderBy(startedAt, id);
  for (const { id: runId } of runs)
    await ctx.db.transaction((tx) =>
      enqueue(tx, "reconcile", { environment, runId }, { key: `reconcile:${runId}`, queue: "reconcile" }),
    );
}

type Run = typeof reconciliationRuns.$inferSelect;

/** False where the run is with another process. A step that is over is passed by. */
async function inStep(
  ctx: Ctx,
  runId: string,
  state: RunState,
  step: (tx: Tx, run: Run) => Promise<void>,
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    if (!(await tryLockNamed(tx, `reconciliation ${runId}`))) return false;
    const [run] = await tx.select().from(reconciliationRuns).where(isRun(ctx, runId));
    if (run?.state !== state) return run !== undefined && isRunning(run.state);
    await step(tx, run);
    return true;
  });
}

async function importStep(tx: Tx, ctx: Ctx, run: Run): Promise<void> {
  let looked = ctx.now().getTime();
  const imported = await importLedger(tx, ctx, run, async ({ bytes, rows }) => {
    if (isStopping()) throw new Interrupted();
    if (ctx.now().getTime() - looked < LOOK_MS) return;
    looked = ctx.now().getTime();
    // Over another connection, so that readers see it before this step is over.
    const [going] = await ctx.db
      .update(reconciliationRuns)
      .set({ bytesRead: bytes, rows })
      .where(and(eq(reconciliationRuns.id, run.id), eq(reconciliationRuns.state, "importing")))
      .returning({ id: reconciliationRuns.id });
    if (!going) throw new Interrupted();
  });
  if (!imported.ok) return failRun(tx, ctx, run, { failure: imported.error.kind });
  const read = { ...imported.value, bytesRead: run.bytes };
  // Compared without a line of its own, such a ledger would make each order an exception and supersede a better one.
  if (read.brokenRows === read.rows) return failRun(tx, ctx, run, { ...read, failure: "unreadable" });
  await endRun(tx, run, { ...read, state: "matching" });
}

async function matchStep(tx: Tx, ctx: Ctx, run: Run): Promise<void> {
  const { mapping } = await mappingById(tx, "ledger", run.mappingId);
  const { from, before } = tokyoDaysRange({ from: run.firstDay, to: run.lastDay });
  if (!from || !before) throw new Error("a run without its days");
  // Two runs change the exceptions of an environment one after another.
  await lockNamed(tx, `reconciliations ${ctx.environment}`);
  const { figures, digest } = await whileWanted(tx, ctx, run, () => matchRun(tx, ctx, run, mapping, { from, before }));
  const [inForce] = await tx
    .select()
    .from(reconciliationRuns)
    .where(isInForce(ctx, run.firstDay, run.lastDay));
  // One that was interrupted may end after a better file that was begun later.
  const supersededBy = inForce && inForce.startedAt > run.startedAt ? inForce.id : null;
  const outcome = supersededBy === null ? await supersede(tx, ctx, run, inForce?.id ?? null) : { supersededBy };
  await endRun(tx, run, { state: "done", figures, digest, endedAt: ctx.now(), supersededBy });
  const detail = { digest, rows: run.rows, brokenRows: run.brokenRows, ...outcome };
  await record(tx, ctx, { action: "reconciliation.completed", subject: run.id, detail });
}

async function supersede(tx: Tx, ctx: Ctx, run: Run, earlier: string | null) {
  if (earlier !== null)
    await tx.update(reconciliationRuns).set({ supersededBy: run.id }).where(eq(reconciliationRuns.id, earlier));
  return carryExceptions(tx, ctx, run, earlier);
}

/** A statement of many seconds is stopped when the run is cancelled. */
async function whileWanted<T>(tx: Tx, ctx: Ctx, run: Run, work: () => Promise<T>): Promise<T> {
  const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const pid = rows[0]?.pid ?? 0;
  let isUnwanted = false;
  const look = async () => {
    const [now] = await ctx.db
      .select({ state: reconciliationRuns.state })
      .from(reconciliationRuns)
      .where(eq(reconciliationRuns.id, run.id));
    isUnwanted ||= isStopping() || now?.state !== run.state;
    if (isUnwanted) await ctx.db.execute(sql`select pg_cancel_backend(${pid})`);
  };
  const failed = (error: unknown) => log.warn({ error }, "reconciliation: the state of a run could not be read");
  const watch = setInterval(() => void look().catch(failed), LOOK_MS);
  try {
    return await work();
  } catch (error) {
    throw isUnwanted ? new Interrupted() : error;
  } finally {
    clearInterval(watch);
  }
}

async function failRun(tx: Tx, ctx: Ctx, run: Run, set: Partial<Run>): Promise<void> {
  await endRun(tx, run, { ...set, state: "failed", endedAt: ctx.now() });
  await failReadingOf(tx, ctx, run.id);
}

/** Only from the state that the step began in: who cancelled it meanwhile is not overruled. */
async function endRun(tx: Tx, run: Run, set: Partial<Run>): Promise<void> {
  const [ended] = await tx
    .update(reconciliationRuns)
    .set(set)
    .where(and(eq(reconciliationRuns.id, run.id), eq(reconciliationRuns.state, run.state)))
    .returning({ id: reconciliationRuns.id });
  if (!ended) throw new Interrupted();
}
