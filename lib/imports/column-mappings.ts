import "server-only";
import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { columnMappings, type Mappings } from "@/drizzle/schema/column-mappings";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import { type Ctx, userIdOf } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { insertRow } from "@/lib/db/insert-row";
import { lockNamed } from "@/lib/db/locks";
import { only } from "@/lib/db/only";
import { headerFingerprint } from "./header-fingerprint";

type Of = keyof Mappings;
type Saved<K extends Of> = { header: string[]; mapping: Mappings[K] };
/** `by`, `at`: who saved it, and when. */
export type SavedMapping<K extends Of> = Saved<K> & { id: string; version: number; by: string; at: Date };

const ACTION = { batch: "batch.mapping_saved", ledger: "reconciliation.mapping_saved" } as const;

async function newestOf<K extends Of>(db: Db | Tx, of: K, where: SQL | undefined): Promise<SavedMapping<K>[]> {
  const { id, version, header, savedAt: at } = columnMappings;
  const mapping = sql<Mappings[K]>`${columnMappings.mapping}`;
  return db
    .select({ id, version, header, mapping, by: users.name, at })
    .from(columnMappings)
    .innerJoin(users, eq(users.id, columnMappings.savedBy))
    .where(and(eq(columnMappings.of, of), where))
    .orderBy(desc(version))
    .limit(1);
}

/** The newest mapping of a header; null where none was saved. */
export async function mappingFor<K extends Of>(
  db: Db | Tx,
  of: K,
  { environment }: Pick<Ctx, "environment">,
  header: readonly string[],
): Promise<SavedMapping<K> | null> {
  const mine = eq(columnMappings.fingerprint, headerFingerprint(header));
  const [newest] = await newestOf(db, of, and(eq(columnMappings.environment, environment), mine));
  return newest ?? null;
}

/** The mapping by which a batch or a run was read. */
export const mappingById = async <K extends Of>(db: Db | Tx, of: K, id: string): Promise<SavedMapping<K>> =>
  only(await newestOf(db, of, eq(columnMappings.id, id)));

/** The next version of a header's mapping. The same as the newest is no new version. */
export async function keepMapping<K extends Of>(
  tx: Tx,
  ctx: Ctx,
  { of, header, mapping, savedBy = userIdOf(ctx) }: Saved<K> & { of: K; savedBy?: string },
): Promise<{ id: string; version: number }> {
  const { environment } = ctx;
  const fingerprint = headerFingerprint(header);
  await lockNamed(tx, `column mapping ${environment} ${of} ${fingerprint}`);
  const newest = await mappingFor(tx, of, ctx, header);
  if (newest && isDeepStrictEqual(newest.mapping, mapping)) return newest;
  const version = (newest?.version ?? 0) + 1;
  const saved = { environment, of, fingerprint, version, header, mapping, savedBy, savedAt: ctx.now() };
  const id = await insertRow(tx, columnMappings, saved);
  await record(tx, ctx, { action: ACTION[of], subject: fingerprint, detail: { version, header, mapping } });
  return { id, version };
}
