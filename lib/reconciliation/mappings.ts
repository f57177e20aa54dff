import "server-only";
import { isDeepStrictEqual } from "node:util";
import { and, desc, eq } from "drizzle-orm";
import { ledgerMappings } from "@/drizzle/schema/reconciliation";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { lockNamed } from "@/lib/db/locks";
import { headerFingerprint } from "@/lib/imports/header-fingerprint";
import type { LedgerMapping } from "./ledger-mapping";

type Saved = { id: string; version: number; header: string[]; mapping: LedgerMapping };

/** The newest mapping of a header; null where none was saved. */
export async function mappingFor(
  db: Db | Tx,
  { environment }: Pick<Ctx, "environment">,
  header: readonly string[],
): Promise<Saved | null> {
  const { id, version, mapping, fingerprint } = ledgerMappings;
  const [newest] = await db
    .select({ id, version, mapping, header: ledgerMappings.header })
    .from(ledgerMappings)
    .where(and(eq(ledgerMappings.environment, environment), eq(fingerprint, headerFingerprint(header))))
    .orderBy(desc(version))
    .limit(1);
  return newest ?? null;
}

/** Keeps how a header is read, as its next version where it is not what was saved last. */
export async function keepMapping(
  tx: Tx,
  ctx: Ctx,
  { header, mapping, savedBy }: { header: string[]; mapping: LedgerMapping; savedBy: string },
): Promise<Pick<Saved, "id" | "version">> {
  const { environment } = ctx;
  const fingerprint = headerFingerprint(header);
  await lockNamed(tx, `ledger mapping ${environment} ${fingerprint}`);
  const newest = await mappingFor(tx, ctx, header);
  if (newest && isDeepStrictEqual(newest.mapping, mapping)) return newest;
  const version = (newest?.version ?? 0) + 1;
  const [made] = await tx
    .insert(ledgerMappings)
    .values({ environment, fingerprint, version, header, mapping, savedBy, savedAt: ctx.now() })
    .returning({ id: ledgerMappings.id });
  if (!made) throw new Error("insert returned no row");
  const detail = { version, header, mapping };
  await record(tx, ctx, { action: "reconciliation.mapping_saved", subject: fingerprint, detail });
  return { id: made.id, version };
}
