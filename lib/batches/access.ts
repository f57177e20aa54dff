import "server-only";
import { and, asc, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { batchFiles } from "@/drizzle/schema/batch-files";
import { batches, batchRows } from "@/drizzle/schema/batches";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { err } from "@/lib/result";
import type { BatchState } from "./state";

export type Batch = typeof batches.$inferSelect;
export type BatchRow = typeof batchRows.$inferSelect;
export type NoBatch = { kind: "no_batch" };

export const isBatch = ({ environment }: Pick<Ctx, "environment">, batchId: string) =>
  and(eq(batches.id, batchId), eq(batches.environment, environment));

export async function findBatch(ctx: Ctx, batchId: string): Promise<Batch | null> {
  const [batch] = await ctx.db.select().from(batches).where(isBatch(ctx, batchId));
  return batch ?? null;
}

/** The batch, under lock: every change of one takes turns here. */
export async function lockBatch(tx: Tx, ctx: Pick<Ctx, "environment">, batchId: string): Promise<Batch | null> {
  const [batch] = await tx.select().from(batches).where(isBatch(ctx, batchId)).for("update");
  return batch ?? null;
}

/** Changes a batch under its lock, where it is in the state that the change is for. */
export const inBatch = <Other extends string, Answer>(
  ctx: Ctx,
  batchId: string,
  [isInState, other]: [(state: BatchState) => boolean, Other],
  change: (tx: Tx, batch: Batch) => Promise<Answer>,
): Promise<Answer | { ok: false; error: NoBatch | { kind: Other } }> =>
  ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, ctx, batchId);
    if (!batch) return err({ kind: "no_batch" });
    return isInState(batch.state) ? change(tx, batch) : err({ kind: other });
  });

export const rowsOf = (db: Db | Tx, batchId: string): Promise<BatchRow[]> => rowsWhere(db, batchId, undefined);

export const rowsWhere = (db: Db | Tx, batchId: string, where: SQL | undefined): Promise<BatchRow[]> =>
  db
    .select()
    .from(batchRows)
    .where(and(eq(batchRows.batchId, batchId), where))
    .orderBy(asc(batchRows.line));

/** As one parameter, however many there are. */
export const isAnyOf = (column: PgColumn, values: (string | number)[], type: "int" | "text" | "uuid") =>
  sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`;

export const changeBatch = (tx: Tx, ctx: Pick<Ctx, "now">, batchId: string, set: Partial<Batch>) =>
  tx
    .update(batches)
    .set({ ...set, updatedAt: ctx.now() })
    .where(eq(batches.id, batchId));

export type OfFile = Pick<Batch, "environment" | "fileSha256">;

/** All runs of a file, with those that were discarded. */
export const ofFile = ({ environment, fileSha256 }: OfFile) =>
  and(eq(batches.environment, environment), eq(batches.fileSha256, fileSha256));

/** The newest run of a file that was not discarded, below another where that is given. */
export async function newestRun(db: Db | Tx, file: OfFile, below?: number): Promise<Batch | null> {
  const [newest] = await db
    .select()
    .from(batches)
    .where(and(ofFile(file), gt(batches.run, 0), below === undefined ? undefined : lt(batches.run, below)))
    .orderBy(desc(batches.run))
    .limit(1);
  return newest ?? null;
}

/** The bytes of its file, as they came. */
export async function keptFile(db: Db | Tx, { environment, fileSha256 }: Batch): Promise<Buffer> {
  const [kept] = await db
    .select({ content: batchFiles.content })
    .from(batchFiles)
    .where(and(eq(batchFiles.environment, environment), eq(batchFiles.sha256, fileSha256)));
  if (!kept) throw new Error(`the file ${fileSha256} is not kept`);
  return kept.content;
}

/** Who uploads or requests: a person, or a key. */
export function requesterIdOf({ actor }: Pick<Ctx, "actor">): string {
  if (actor.kind !== "user" && actor.kind !== "api_key") throw new Forbidden("only a user or a key requests a batch");
  return actor.id;
}
