import "server-only";
import { isDeepStrictEqual } from "node:util";
import { and, desc, eq } from "drizzle-orm";
import { ledgerSourceRuns, ledgerSources } from "@/drizzle/schema/ledger-sources";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { insertRow } from "@/lib/db/insert-row";
import { lockNamed } from "@/lib/db/locks";
import { mappingFor } from "@/lib/imports/column-mappings";
import { err, ok, type Result } from "@/lib/result";
import { DAY_MS, tokyoDay, tokyoDayRange } from "@/lib/time";
import { guessMapping, type MappingProblem, mappingProblem } from "../ledger-mapping";
import { previewSource } from "./read-source";
import type { RunSourceInput, SaveSourceInput, SourcePreview } from "./schema";
import type { SourceProblem, SourceTrigger } from "./state";

/** The query in force. */
export async function sourceInForce(db: Db | Tx, { environment }: Pick<Ctx, "environment">) {
  const [newest] = await db
    .select()
    .from(ledgerSources)
    .where(eq(ledgerSources.environment, environment))
    .orderBy(desc(ledgerSources.version))
    .limit(1);
  return newest ?? null;
}

const yesterday = (now: Date) => tokyoDay(new Date(now.getTime() - DAY_MS));

/** Runs a query for the day before and shows its first rows. Nothing of them is kept. */
export async function testLedgerSource(
  ctx: Ctx,
  { query }: { query: string },
): Promise<Result<SourcePreview, SourceProblem>> {
  requirePermission(ctx, "ledger_source:manage");
  await ctx.db.transaction((tx) =>
    record(tx, ctx, { action: "ledger_source.tested", subject: ctx.environment, detail: { query } }),
  );
  const day = yesterday(ctx.now());
  const read = await previewSource(ctx, { query, firstDay: day, lastDay: day });
  if (!read.ok) return read;
  const saved = await mappingFor(ctx.db, "ledger", ctx, read.value.header);
  const { header, rows } = read.value;
  return ok({ ...read.value, mapping: saved?.mapping ?? guessMapping(header, rows) });
}

/** Another user, or another window, has saved a version since the form was opened. */
type ChangedMeanwhile = { kind: "changed_meanwhile" };

/** Keeps a query, its mapping and its time as the next version. A new query has to run first. */
export async function saveLedgerSource(
  ctx: Ctx,
  { seen, query, mapping, runAt }: SaveSourceInput,
): Promise<Result<{ version: number }, SourceProblem | MappingProblem | ChangedMeanwhile>> {
  requirePermission(ctx, "ledger_source:manage");
  const savedBy = userIdOf(ctx);
  const { environment } = ctx;
  const before = await sourceInForce(ctx.db, ctx);
  const header = await headerOf(ctx, query, before);
  if (!header.ok) return header;
  const problem = mappingProblem(mapping, header.value);
  if (problem) return err(problem);
  return ctx.db.transaction(async (tx) => {
    await lockSource(tx, ctx);
    const last = await sourceInForce(tx, ctx);
    if (last && last.version !== seen) {
      // Sent again after an answer that was lost, it is saved already.
      const isSaved = isDeepStrictEqual([last.query, last.mapping, last.runAt], [query, mapping, runAt]);
      return isSaved ? ok({ version: last.version }) : err({ kind: "changed_meanwhile" });
    }
    const version = (last?.version ?? 0) + 1;
    const id = await insertRow(tx, ledgerSources, {
      ...{ environment, version, query, header: header.value, mapping, runAt },
      ...{ savedBy, savedAt: ctx.now() },
    });
    const detail = { version, query, mapping, runAt };
    await record(tx, ctx, { action: "ledger_source.saved", subject: id, detail });
    return ok({ version });
  });
}

type InForce = Awaited<ReturnType<typeof sourceInForce>>;

async function headerOf(ctx: Ctx, query: string, before: InForce): Promise<Result<string[], SourceProblem>> {
  if (before?.query === query) return ok(before.header);
  const day = yesterday(ctx.now());
  const read = await previewSource(ctx, { query, firstDay: day, lastDay: day });
  return read.ok ? ok(read.value.header) : read;
}

type CannotRun = { kind: "no_source" | "not_over_yet" | "not_configured" | "still_running" };

/** Reads the merchant's database for some days that are over, and compares them as an uploaded ledger. */
export async function runLedgerSource(
  ctx: Ctx,
  { firstDay, lastDay }: RunSourceInput,
): Promise<Result<{ sourceRunId: string }, CannotRun>> {
  requirePermission(ctx, "reconciliation:change");
  const startedBy = userIdOf(ctx);
  if (ctx.ledgerDatabase === null) return err({ kind: "not_configured" });
  const last = tokyoDayRange(lastDay);
  if (!last || ctx.now() < last.before) return err({ kind: "not_over_yet" });
  return ctx.db.transaction(async (tx) => {
    await lockSource(tx, ctx);
    const source = await sourceInForce(tx, ctx);
    if (!source) return err({ kind: "no_source" });
    const running = await tx.$count(ledgerSourceRuns, isRunning(ctx));
    if (running > 0) return err({ kind: "still_running" });
    const days = { firstDay, lastDay };
    return ok(await beginSourceRun(tx, ctx, { sourceId: source.id, ...days, trigger: "person", startedBy }));
  });
}

export const isRunning = ({ environment }: Pick<Ctx, "environment">) =>
  and(eq(ledgerSourceRuns.environment, environment), eq(ledgerSourceRuns.state, "running"));

export const lockSource = (tx: Tx, { environment }: Pick<Ctx, "environment">) =>
  lockNamed(tx, `ledger source ${environment}`);

type NewRun = { sourceId: string; firstDay: string; lastDay: string; trigger: SourceTrigger; startedBy: string | null };

export async function beginSourceRun(tx: Tx, ctx: Ctx, run: NewRun): Promise<{ sourceRunId: string }> {
  const { environment } = ctx;
  const sourceRunId = await insertRow(tx, ledgerSourceRuns, { ...run, environment, startedAt: ctx.now() });
  const detail = { firstDay: run.firstDay, lastDay: run.lastDay, trigger: run.trigger };
  await record(tx, ctx, { action: "ledger_source.started", subject: sourceRunId, detail });
  await enqueueSourceRun(tx, ctx, sourceRunId);
  return { sourceRunId };
}

export const enqueueSourceRun = (tx: Tx, { environment }: Pick<Ctx, "environment">, sourceRunId: string) =>
  enqueue(
    tx,
    "read-ledger-source",
    { environment, sourceRunId },
    { key: `read-ledger-source:${sourceRunId}`, queue: "reconcile" },
  );
