import "server-only";
import { isDeepStrictEqual } from "node:util";
import { and, desc, eq } from "drizzle-orm";
import { columnMappings } from "@/drizzle/schema/batch-files";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { lockNamed } from "@/lib/db/locks";
import { headerFingerprint } from "@/lib/imports/header-fingerprint";
import type { TextEncoding } from "@/lib/imports/text-encoding";
import { err, ok, type Result } from "@/lib/result";
import type { Batch } from "./access";
import { type ColumnMapping, unmappedFields } from "./column-mapping";
import { readBatchFile } from "./read-file";
import type { MappingInput, ReadColumns } from "./schema";

type SavedMapping = { id: string; version: number; header: string[]; mapping: ColumnMapping; by: string; at: Date };
export type CannotMap = { kind: "fields_unmapped"; fields: string } | { kind: "no_such_column" };

const savedMappings = (db: Db | Tx) => {
  const { id, version, header, mapping, savedAt: at } = columnMappings;
  return db
    .select({ id, version, header, mapping, by: users.name, at })
    .from(columnMappings)
    .innerJoin(users, eq(users.id, columnMappings.savedBy));
};

/** The newest mapping of a header; null where none was saved. */
async function mappingFor(
  db: Db | Tx,
  { environment }: Pick<Ctx, "environment">,
  header: string[],
): Promise<SavedMapping | null> {
  const fingerprint = headerFingerprint(header);
  const [newest] = await savedMappings(db)
    .where(and(eq(columnMappings.environment, environment), eq(columnMappings.fingerprint, fingerprint)))
    .orderBy(desc(columnMappings.version))
    .limit(1);
  return newest ?? null;
}

type Asked = { bytes: Uint8Array; encoding?: TextEncoding | undefined };

/** Reads a file of payouts; a header that is not ours by the newest mapping that was saved for it. */
export async function readByMapping(db: Db | Tx, ctx: Pick<Ctx, "environment">, { bytes, encoding }: Asked) {
  const read = await readBatchFile(bytes, { encoding });
  if (read.ok || !("header" in read.error)) return { read, mappingId: null };
  const saved = await mappingFor(db, ctx, read.error.header);
  if (saved === null) return { read, mappingId: null };
  return { read: await readBatchFile(bytes, { encoding, mapping: saved.mapping }), mappingId: saved.id };
}

/** By which a batch was read; null where its header is ours. */
export async function mappingOf(db: Db | Tx, { mappingId }: Batch): Promise<SavedMapping | null> {
  if (mappingId === null) return null;
  const [found] = await savedMappings(db).where(eq(columnMappings.id, mappingId));
  return found ?? null;
}

/** By which columns a batch was read and, where others were saved for its header since, these. */
export async function columnsOf(db: Db | Tx, batch: Batch): Promise<ReadColumns | null> {
  const read = await mappingOf(db, batch);
  if (read === null) return null;
  const newest = await mappingFor(db, batch, read.header);
  const shown = ({ mapping, by, at }: SavedMapping) => ({ mapping, by, at: at.toISOString() });
  return { header: read.header, ...shown(read), newer: newest && newest.id !== read.id ? shown(newest) : null };
}

/** Why a header is not read by these columns; null where it is. */
export function mappingProblem({ header, mapping }: MappingInput): CannotMap | null {
  const unmapped = unmappedFields(mapping);
  if (unmapped.length > 0) return { kind: "fields_unmapped", fields: unmapped.join(", ") };
  const isThere = Object.values(mapping).every((source) => !("column" in source) || source.column < header.length);
  return isThere ? null : { kind: "no_such_column" };
}

/** Saves which columns of a header are which fields. Batches that were read before keep theirs. */
export async function saveMapping(ctx: Ctx, input: MappingInput): Promise<Result<{ version: number }, CannotMap>> {
  requirePermission(ctx, "withdrawals:create");
  const problem = mappingProblem(input);
  if (problem) return err(problem);
  const { version } = await ctx.db.transaction((tx) => keepMapping(tx, ctx, input));
  return ok({ version });
}

/** The next version of a header's mapping. The same columns as the newest are no new version. */
export async function keepMapping(
  tx: Tx,
  ctx: Ctx,
  { header, mapping }: MappingInput,
): Promise<{ id: string; version: number }> {
  const { environment } = ctx;
  const savedBy = userIdOf(ctx);
  const fingerprint = headerFingerprint(header);
  await lockNamed(tx, `column mapping ${environment} ${fingerprint}`);
  const newest = await mappingFor(tx, ctx, header);
  if (newest && isDeepStrictEqual(newest.mapping, mapping)) return newest;
  const version = (newest?.version ?? 0) + 1;
  const saved = { environment, fingerprint, version, header, mapping, savedBy, savedAt: ctx.now() };
  const [kept] = await tx.insert(columnMappings).values(saved).returning({ id: columnMappings.id });
  if (!kept) throw new Error("insert returned no row");
  const detail = { version, header, mapping };
  await record(tx, ctx, { action: "batch.mapping_saved", subject: fingerprint, detail });
  return { id: kept.id, version };
}
