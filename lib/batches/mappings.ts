import "server-only";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { keepMapping, mappingById, mappingFor, type SavedMapping } from "@/lib/imports/column-mappings";
import type { TextEncoding } from "@/lib/imports/text-encoding";
import { err, ok, type Result } from "@/lib/result";
import type { Batch } from "./access";
import { unmappedFields } from "./column-mapping";
import { readBatchFile } from "./read-file";
import type { MappingInput, ReadColumns } from "./schema";

export type CannotMap = { kind: "fields_unmapped"; fields: string } | { kind: "no_such_column" };

type Asked = { bytes: Uint8Array; encoding?: TextEncoding | undefined };

/** Reads a file of payouts; a header that is not ours by the newest mapping that was saved for it. */
export async function readByMapping(db: Db | Tx, ctx: Pick<Ctx, "environment">, { bytes, encoding }: Asked) {
  const read = await readBatchFile(bytes, { encoding });
  if (read.ok || !("header" in read.error)) return { read, mappingId: null };
  const saved = await mappingFor(db, "batch", ctx, read.error.header);
  if (saved === null) return { read, mappingId: null };
  return { read: await readBatchFile(bytes, { encoding, mapping: saved.mapping }), mappingId: saved.id };
}

/** By which a batch was read; null where its header is ours. */
export const mappingOf = async (db: Db | Tx, { mappingId }: Batch): Promise<SavedMapping<"batch"> | null> =>
  mappingId === null ? null : mappingById(db, "batch", mappingId);

/** By which columns a batch was read and, where others were saved for its header since, these. */
export async function columnsOf(db: Db | Tx, batch: Batch): Promise<ReadColumns | null> {
  const read = await mappingOf(db, batch);
  if (read === null) return null;
  const newest = await mappingFor(db, "batch", batch, read.header);
  const shown = ({ mapping, by, at }: SavedMapping<"batch">) => ({ mapping, by, at: at.toISOString() });
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
  const { version } = await ctx.db.transaction((tx) => keepMapping(tx, ctx, { of: "batch", ...input }));
  return ok({ version });
}
