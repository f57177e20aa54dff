import "server-only";
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, asc, count, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { registrationFiles, registrationRows, registrations } from "@/drizzle/schema/registrations";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { requireSending } from "@/lib/auth/read-only";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { insertRow } from "@/lib/db/insert-row";
import { type List, readPage } from "@/lib/db/keyset";
import { lockNamed } from "@/lib/db/locks";
import type { GridProblem } from "@/lib/imports/read-grid";
import type { TextEncoding } from "@/lib/imports/text-encoding";
import { seesPii } from "@/lib/pii/access";
import { masked } from "@/lib/pii/mask";
import { err, ok, type Result } from "@/lib/result";
import { createRegistration, lockPlayer } from "./create-registration";
import { resultsOf } from "./import-results";
import { lateQueue } from "./late-queue";
import { readSheet } from "./read-sheet";
import {
  type FileInput,
  type FileRow,
  type FilesAsked,
  type FilesView,
  type FileView,
  type HeldPlayers,
  LEFT_OUT,
  type ResultsAsked,
  type SheetView,
} from "./schema";
import { sendRegistration } from "./submit";
import { playerRow } from "./to-view";

/** So many rows a second, so that a file never floods the service. */
const ROWS_A_SECOND = 10;

/** Reads a file of players and says what is in it. Nothing is kept. */
export async function readPlayersFile(
  ctx: Ctx,
  { bytes, encoding }: { bytes: Uint8Array; encoding?: TextEncoding | undefined },
): Promise<Result<SheetView, GridProblem>> {
  requirePermission(ctx, "players:register");
  const read = await readSheet(bytes, encoding);
  if (!read.ok) return read;
  const digest = createHash("sha256").update(bytes).digest("hex");
  const [before] = await ctx.db
    .select({ fileId: registrationFiles.id, at: registrationFiles.startedAt, startedBy: users.name })
    .from(registrationFiles)
    .innerJoin(users, eq(users.id, registrationFiles.startedBy))
    .where(and(eq(registrationFiles.environment, ctx.environment), eq(registrationFiles.digest, digest)))
    .orderBy(desc(registrationFiles.startedAt))
    .limit(1);
  const known = before && { fileId: before.fileId, startedAt: before.at.toISOString(), startedBy: before.startedBy };
  return ok({ digest, ...read.value, before: known ?? null });
}

/** What we hold of the players of a file, to find repeated registrations. */
export async function heldPlayers(ctx: Ctx, { playerIds }: { playerIds: string[] }): Promise<HeldPlayers> {
  requirePermission(ctx, "players:register");
  const current = and(eq(registrations.environment, ctx.environment), isNull(registrations.supersededAt));
  const rows = await ctx.db
    .select()
    .from(registrations)
    .where(and(current, inArray(registrations.playerId, playerIds)));
  return { asOf: ctx.now().toISOString(), rows: rows.map((row) => playerRow(ctx, row)) };
}

/**
 * Writes down what a person wants of a file, and gives every row its turn. The same form again finds the first; with
 * another file or other rows it is refused, as those are recorded nowhere.
 */
export async function startFile(
  ctx: Ctx,
  { formId, name, digest, rows }: FileInput,
): Promise<Result<{ fileId: string }, { kind: "form_used" }>> {
  requirePermission(ctx, "players:register");
  requireSending(ctx);
  const startedBy = userIdOf(ctx);
  const { environment } = ctx;
  return ctx.db.transaction(async (tx) => {
    await lockNamed(tx, formId);
    const [first] = await tx
      .select({ fileId: registrationFiles.id, digest: registrationFiles.digest })
      .from(registrationFiles)
      .where(and(eq(registrationFiles.formId, formId), eq(registrationFiles.environment, environment)));
    if (first) {
      const isSame = first.digest === digest && (await hasRows(tx, first.fileId, rows));
      return isSame ? ok({ fileId: first.fileId }) : err({ kind: "form_used" });
    }

    const startedAt = ctx.now();
    const fileId = await insertRow(tx, registrationFiles, { environment, formId, name, digest, startedBy, startedAt });
    const turn = (at: number) => new Date(startedAt.getTime() + Math.floor((at * 1_000) / ROWS_A_SECOND));
    await tx.insert(registrationRows).values(rows.map((row, at) => ({ fileId, ...row, dueAt: turn(at) })));
    await enqueueRows(tx, ctx, fileId);
    const left = rows.filter(({ leftOut }) => leftOut !== null).length;
    const replaced = rows.filter((row) => row.leftOut === null && row.replaces !== null).length;
    const detail = { name, digest, rows: rows.length, leftOut: left, replaced };
    await record(tx, ctx, { action: "registration.import_started", subject: fileId, detail });
    return ok({ fileId });
  });
}

/** Whether a file was started with these rows. Some may have been left out since, as their turn came. */
async function hasRows(tx: Tx, fileId: string, rows: FileInput["rows"]): Promise<boolean> {
  const kept = await tx.select().from(registrationRows).where(eq(registrationRows.fileId, fileId));
  const byLine = new Map(kept.map((row) => [row.line, row]));
  const isKept = ({ leftOut, ...row }: FileInput["rows"][number]) => {
    const { line = 0, playerId, userName, replaces = null, leftOut: now } = byLine.get(row.line) ?? {};
    const isAsStarted = leftOut === null ? now !== "by_hand" && now !== "refused" : now === leftOut;
    return isAsStarted && isDeepStrictEqual({ replaces: null, ...row }, { line, playerId, userName, replaces });
  };
  return kept.length === rows.length && rows.every(isKept);
}

/** One job a row, each in its turn. One queue, so that a file takes one worker and no more. */
const enqueueRows = (tx: Tx, { environment }: Ctx, fileId: string) =>
  tx.execute(sql`
    select graphile_worker.add_job(
      'register-row',
      payload := json_build_object('environment', ${environment}::text, 'rowId', row.id),
      run_at := row.due_at,
      queue_name := ${`register-rows:${environment}`}::text
    )
    from ${registrationRows} row where row.file_id = ${fileId} and row.left_out is null`);

/** Registers one row of a file for the person who started it. Safe to run twice: a row that is done stays done. */
export async function registerRow(ctx: Ctx, { rowId }: { rowId: string }): Promise<void> {
  requirePermission(ctx, "players:send");
  const registrationRow = await ctx.db.transaction(async (tx) => {
    const open = and(isNull(registrationRows.registrationRow), isNull(registrationRows.leftOut));
    const mine = and(eq(registrationRows.id, rowId), eq(registrationFiles.environment, ctx.environment), open);
    const [found] = await tx
      .select({ row: registrationRows, startedBy: registrationFiles.startedBy })
      .from(registrationRows)
      .innerJoin(registrationFiles, eq(registrationFiles.id, registrationRows.fileId))
      .where(mine)
      .for("update", { of: registrationRows });
    if (!found) return null;

    const { playerId, userName, replaces } = found.row;
    await lockPlayer(tx, ctx, playerId);
    const who = { formId: null, playerId, userName, requestedBy: found.startedBy };
    const made = await createRegistration(tx, ctx, { ...who, replaces });
    const became = made.ok ? { registrationRow: made.value } : { leftOut: made.error.kind };
    await tx.update(registrationRows).set(became).where(eq(registrationRows.id, rowId));
    return made.ok ? made.value : null;
  });
  if (registrationRow !== null) await sendRegistration(ctx, { registrationRow });
}

/** A row that is this late was lost with the process that had taken it. */
const LATE_AFTER_MS = 90_000;

/** So many rows a sweep: a row that its own queue only has not reached yet may be among them. */
const RECOVERED_AT_ONCE = 100;

/**
 * Gives rows that a killed process dropped another turn: the oldest, one after another, and after all other jobs. They
 * have a queue of their own, as that of the files stays locked for hours after its worker was killed.
 */
export async function recoverImportRows(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "players:send");
  const { environment } = ctx;
  const late = lt(registrationRows.dueAt, new Date(ctx.now().getTime() - LATE_AFTER_MS));
  const open = and(isNull(registrationRows.registrationRow), isNull(registrationRows.leftOut));
  const dropped = await ctx.db
    .select({ rowId: registrationRows.id })
    .from(registrationRows)
    .innerJoin(registrationFiles, eq(registrationFiles.id, registrationRows.fileId))
    .where(and(late, open, eq(registrationFiles.environment, environment)))
    .orderBy(asc(registrationRows.dueAt))
    .limit(RECOVERED_AT_ONCE);
  const options = { queue: lateQueue(ctx, "late-register-rows"), isLast: true };
  await ctx.db.transaction(async (tx) => {
    for (const { rowId } of dropped)
      await enqueue(tx, "register-row", { environment, rowId }, { key: `register-row:${rowId}`, ...options });
  });
}

/** A file that was started, and how each of its rows stands; null where there is none. */
export async function getFile(ctx: Ctx, { fileId }: { fileId: string }): Promise<FileView | null> {
  requirePermission(ctx, "players:read");
  const mine = and(eq(registrationFiles.id, fileId), eq(registrationFiles.environment, ctx.environment));
  const [file] = await ctx.db
    .select({ file: registrationFiles, startedBy: users.name })
    .from(registrationFiles)
    .innerJoin(users, eq(users.id, registrationFiles.startedBy))
    .where(mine);
  if (!file) return null;
  const rows = await ctx.db
    .select({ row: registrationRows, registration: registrations })
    .from(registrationRows)
    .leftJoin(registrations, eq(registrations.id, registrationRows.registrationRow))
    .where(eq(registrationRows.fileId, fileId))
    .orderBy(asc(registrationRows.line));
  const { name, startedAt } = file.file;
  return {
    ...{ fileId, name, startedBy: file.startedBy, startedAt: startedAt.toISOString() },
    asOf: ctx.now().toISOString(),
    dueBy: new Date(Math.max(startedAt.getTime(), ...rows.map(({ row }) => row.dueAt.getTime()))).toISOString(),
    rows: rows.map(
      ({ row, registration }): FileRow => ({
        ...{ line: row.line, ...shownCells(ctx, row) },
        leftOut: LEFT_OUT.find((known) => known === row.leftOut) ?? null,
        registration: registration && playerRow(ctx, registration),
      }),
    ),
  };
}

/** The column of IDs of a row that was not accepted may hold anything, a name for example. */
function shownCells(ctx: Ctx, { playerId, userName, leftOut }: typeof registrationRows.$inferSelect) {
  if (seesPii(ctx)) return { playerId, userName };
  const isUnchecked = leftOut === "refused" || leftOut === "by_hand";
  return { playerId: isUnchecked ? masked("other", playerId) : playerId, userName: masked("name", userName) };
}

/** The results of a file, to be taken along, which the audit log says; null where there is none. */
export async function getResults(ctx: Ctx, { fileId, format }: ResultsAsked): Promise<string | null> {
  requirePermission(ctx, "players:export");
  const view = await getFile(ctx, { fileId });
  if (!view) return null;
  const detail = { rows: view.rows.length, format };
  await ctx.db.transaction((tx) => record(tx, ctx, { action: "players.exported", subject: fileId, detail }));
  return resultsOf(view.rows, ctx.now(), { isText: format === "csv_text" });
}

/** A page of files, the newest first, and how many there are in all. */
export async function listFiles(ctx: Ctx, { anchor }: FilesAsked): Promise<FilesView> {
  requirePermission(ctx, "players:read");
  const mine = eq(registrationFiles.environment, ctx.environment);
  const list: List = {
    ...{ from: registrationFiles, id: registrationFiles.id, isDescending: true, where: [mine] },
    keys: [
      { value: registrationFiles.startedAt, type: "timestamptz" },
      { value: registrationFiles.id, type: "uuid" },
    ],
  };
  const { ids, below } = await readPage(ctx.db, list, anchor);
  const read = await ctx.db
    .select({ file: registrationFiles, startedBy: users.name, rows: count() })
    .from(registrationFiles)
    .innerJoin(users, eq(users.id, registrationFiles.startedBy))
    .innerJoin(registrationRows, eq(registrationRows.fileId, registrationFiles.id))
    .where(inArray(registrationFiles.id, ids))
    .groupBy(registrationFiles.id, users.name);
  const byId = new Map(
    read.map(({ file: { id: fileId, name, startedAt }, ...more }) => [
      fileId,
      { fileId, name, startedAt: startedAt.toISOString(), ...more },
    ]),
  );
  return {
    files: ids.flatMap((id) => byId.get(id) ?? []),
    below,
    count: await ctx.db.$count(registrationFiles, mine),
  };
}
