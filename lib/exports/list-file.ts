import "server-only";
import type { SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { type AuditEvent, record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import { textStream } from "@/lib/csv/text-stream";
import { type Reading, startReading } from "@/lib/db/read-snapshot";
import { freshDb } from "@/lib/db/replica";
import { err, ok, type Result } from "@/lib/result";
import type { CannotExport, Download } from "./download";
import { takeExportSlot } from "./slots";

/** An export in progress. The consumer must read or cancel its body. */
export type ListFile = Required<Download<ReadableStream<Uint8Array>>>;

type Export = {
  name: string;
  count: (reading: Reading) => Promise<number>;
  /** How many rows a file of this format may have. */
  most: number;
  /** What the audit log keeps of it. */
  entry: (rows: number) => AuditEvent;
  text: (reading: Reading) => AsyncGenerator<string>;
};

/** Counts, records and begins a file, all of one moment. The caller has checked the permission. */
export async function exportList(
  ctx: Ctx,
  { name, count, most, entry, text }: Export,
): Promise<Result<ListFile, CannotExport>> {
  const reading = await startReading(await freshDb(ctx.db));
  const instead = async (why: CannotExport) => {
    await reading.end();
    return err(why);
  };
  try {
    if (!(await takeExportSlot(reading))) return await instead({ kind: "busy" });
    const rows = await count(reading);
    if (rows > most) return await instead({ kind: "too_many", most });
    await ctx.db.transaction((tx) => record(tx, ctx, entry(rows)));
    // A generator that was not begun would not end the reading.
    return ok({ name, rows, body: textStream({ text: text(reading), end: reading.end }) });
  } catch (error) {
    await reading.end();
    throw error;
  }
}

/** Counts rows of a table, no further than one above `most`. */
export const countOf =
  (table: PgTable & { id: AnyPgColumn }, where: SQL | undefined, most: number) =>
  ({ db }: Reading): Promise<number> =>
    db.$count(
      db
        .select({ id: table.id })
        .from(table)
        .where(where)
        .limit(most + 1)
        .as("among"),
    );
