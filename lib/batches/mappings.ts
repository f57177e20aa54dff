import "server-only";
import { and, desc, eq } from "drizzle-orm";
import { columnMappings } from "@/drizzle/schema/batch-files";
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
import type { MappingInput } from "./schema";

type SavedMapping = { id: string; version: number; mapping: ColumnMapping };
type CannotMap = { kind: "fields_unmapped"; fields: string } | { kind: "no_such_column" };

/** The newest mapping of a header; null where none was saved. */
async function mappingFor(
  db: Db | Tx,
  { environment }: Pick<Ctx, "environment">,
  header: string[],
): Promise<SavedMapping | null> {
  const fingerprint = headerFingerprint(header);
  const [newest] = await db
    .select({ id: columnMappings.id, version: columnMappings.version, mapping: columnMappings.mapping })
    .from(columnMappings)
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

/** By which a batch was read; none where its header is ours. */
export async function mappingOf(db: Db | Tx, { mappingId }: Batch): Promise<ColumnMapping | undefined> {
  if (mappingId === null) return undefined;
  const [found] = await db
    .select({ mapping: columnMappings.mapping })
    .from(columnMappings)
    .where(eq(columnMappings.id, mappingId));
  return found?.mapping;
}

/** Keeps which columns of a header are which fields, as its next version. Batches that were read before keep theirs. */
export async function saveMapping(
  ctx: Ctx,
  { header, mapping }: MappingInput,
): Promise<Result<{ version: number }, CannotMap>> {
  requirePermission(ctx, "withdrawals:create");
  const savedBy = userIdOf(ctx);
  const unmapped = unmappedFields(mapping);
  if (unmapped.length > 0) return err({ kind: "fields_unmapped", fields: unmapped.join(", ") });
  const isThere = Object.values(mapping).every((source) => !("column" in source) || source.column < header.length);
  if (!isThere) return err({ kind: "no_such_column" });
  const { environment } = ctx;
  const fingerprint = headerFingerprint(header);
  return ctx.db.transaction(async (tx) => {
    await lockNamed(tx, `column mapping ${environment} ${fingerprint}`);
    const version = ((await mappingFor(tx, ctx, header))?.version ?? 0) + 1;
    const saved = { environment, fingerprint, version, header, mapping, savedBy, savedAt: ctx.now() };
    await tx.insert(columnMappings).values(saved);
    await record(tx, ctx, {
      action: "batch.mapping_saved",
      subject: fingerprint,
      detail: { version, header, mapping },
    });
    return ok({ version });
  });
}
