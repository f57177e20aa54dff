import "server-only";
import type { SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { type AuditEvent, record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import { type Reading, startReading } from "@/lib/db/read-snapshot";
import { freshDb } from "@/lib/db/replica";
import { err, ok, type Result } from "@/lib/result";
import { takeExportSlot } from "./slots";

export type CannotExport = { kind: "too_many"; most: number } | { kind: "busy" };

/**
 * An export in progress: the number of rows and its text as a stream. The consumer must end it, also when it stops
 * early.
 */
export type ListFile = { count: number; text: AsyncGenerator<string>; end: () => Promise<void> };

type Export = {
  /** How many rows a file of this format may have. */
  most: number;
  /** Which rows: they are counted no further than one above `most`. */
  table: PgTable & { id: AnyPgColumn };
  where: SQL | undefined;
  /** What the audit log keeps of it. */
  entry: (rows: number) => AuditEvent;
  text: (reading: Reading) => AsyncGenerator<string>;
};

/** Counts, records and begins a file, all of one moment. The caller has checked the permission. */
export async function exportList(
  ctx: Ctx,
  { most, table, where, entry, text }: Export,
): Promise<Result<ListFile, CannotExport>> {
  const reading = await startReading(await freshDb(ctx.db));
  const instead = async (why: CannotExport) => {
    await reading.end();
    return err(why);
  };
  try {
    if (!(await takeExportSlot(reading))) return await instead({ kind: "busy" });
    const among = reading.db.select({ id: table.id }).from(table).where(where);
    const rows = await reading.db.$count(among.limit(most + 1).as("among"));
    if (rows > most) return await instead({ kind: "too_many", most });
    await ctx.db.transaction((tx) => record(tx, ctx, entry(rows)));
    return ok({ count: rows, text: text(reading), end: reading.end });
  } catch (error) {
    await reading.end();
    throw error;
  }
}
