import "server-only";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { ledgerFiles, reconciliationRuns } from "@/drizzle/schema/reconciliation";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { insertRow } from "@/lib/db/insert-row";
import { keepMapping } from "@/lib/imports/column-mappings";
import { err, ok, type Result } from "@/lib/result";
import { tokyoDayRange } from "@/lib/time";
import { isRun } from "./conditions";
import { ledgerFileRows } from "./ledger-files";
import { type MappingProblem, mappingProblem } from "./ledger-mapping";
import type { StartInput } from "./schema";
import { isRunning } from "./state";

type CannotStart = MappingProblem | { kind: "no_file" } | { kind: "header_differs" } | { kind: "not_over_yet" };
type Started = { runId: string };

/** Begins to compare ledgers with the orders of some days. A run of the same days before it is superseded once it is done. */
export async function startReconciliation(ctx: Ctx, input: StartInput): Promise<Result<Started, CannotStart>> {
  requirePermission(ctx, "reconciliation:change");
  const startedBy = userIdOf(ctx);
  const { fileIds, firstDay, lastDay, mapping } = input;
  const last = tokyoDayRange(lastDay);
  if (!last || ctx.now() < last.before) return err({ kind: "not_over_yet" });
  const headers = await headersOf(ctx, fileIds);
  if (headers === null) return err({ kind: "no_file" });
  const [first, ...others] = headers;
  if (!first || others.some((header) => header.join("\n") !== first.join("\n"))) return err({ kind: "header_differs" });
  const problem = mappingProblem(mapping, first);
  if (problem) return err(problem);
  return ctx.db.transaction(async (tx) => {
    const kept = await keepMapping(tx, ctx, { of: "ledger", header: first, mapping });
    return ok(await beginRun(tx, ctx, { fileIds, firstDay, lastDay, mappingId: kept.id, startedBy }));
  });
}

/** Compares the same ledgers again: orders may have changed since, or have been asked of the service. */
export async function repeatReconciliation(
  ctx: Ctx,
  { runId }: { runId: string },
): Promise<Result<Started, { kind: "no_run" } | { kind: "still_running" } | { kind: "ledger_removed" }>> {
  requirePermission(ctx, "reconciliation:change");
  const startedBy = userIdOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const [run] = await tx.select().from(reconciliationRuns).where(isRun(ctx, runId)).for("update");
    if (!run) return err({ kind: "no_run" });
    if (isRunning(run.state)) return err({ kind: "still_running" });
    const { fileIds, firstDay, lastDay, mappingId } = run;
    const gone = and(inArray(ledgerFiles.id, fileIds), isNotNull(ledgerFiles.rawRemovedAt));
    if ((await tx.$count(ledgerFiles, gone)) > 0) return err({ kind: "ledger_removed" });
    return ok(await beginRun(tx, ctx, { fileIds, firstDay, lastDay, mappingId, startedBy }));
  });
}

/** Ends a run that is not done. Nothing of it is kept but that it was. */
export async function cancelReconciliation(
  ctx: Ctx,
  { runId }: { runId: string },
): Promise<Result<null, { kind: "not_running" }>> {
  requirePermission(ctx, "reconciliation:change");
  return ctx.db.transaction(async (tx) => {
    const open = and(isRun(ctx, runId), inArray(reconciliationRuns.state, ["importing", "matching"]));
    const [ended] = await tx
      .update(reconciliationRuns)
      .set({ state: "cancelled", endedAt: ctx.now() })
      .where(open)
      .returning({ id: reconciliationRuns.id });
    if (!ended) return err({ kind: "not_running" });
    await record(tx, ctx, { action: "reconciliation.cancelled", subject: runId });
    return ok(null);
  });
}

type NewRun = Pick<
  typeof reconciliationRuns.$inferInsert,
  "fileIds" | "firstDay" | "lastDay" | "mappingId" | "startedBy"
>;

/** Begins a run within the transaction that needs it. */
export async function beginRun(tx: Tx, ctx: Ctx, run: NewRun): Promise<Started> {
  const { environment } = ctx;
  const files = await tx.select().from(ledgerFiles).where(inArray(ledgerFiles.id, run.fileIds));
  const bytes = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  const runId = await insertRow(tx, reconciliationRuns, { ...run, environment, bytes, startedAt: ctx.now() });
  const detail = {
    ...{ firstDay: run.firstDay, lastDay: run.lastDay },
    files: files.map(({ name, sha256 }) => ({ name, sha256 })),
  };
  await record(tx, ctx, { action: "reconciliation.started", subject: runId, detail });
  await enqueue(tx, "reconcile", { environment, runId }, { key: `reconcile:${runId}`, queue: "reconcile" });
  return { runId };
}

/** The header of each file; null where one is missing or was not uploaded whole. */
async function headersOf({ db, environment }: Ctx, fileIds: string[]): Promise<string[][] | null> {
  const files = await db
    .select()
    .from(ledgerFiles)
    .where(and(inArray(ledgerFiles.id, fileIds), eq(ledgerFiles.environment, environment)));
  const headers: string[][] = [];
  for (const fileId of fileIds) {
    const encoding = files.find(({ id }) => id === fileId)?.encoding;
    if (!encoding) return null;
    for await (const rows of ledgerFileRows(db, fileId, encoding)) {
      if (rows === null) return null;
      const [header] = rows;
      if (!header) continue;
      headers.push(header.cells);
      break;
    }
  }
  return headers.length === fileIds.length ? headers : null;
}
