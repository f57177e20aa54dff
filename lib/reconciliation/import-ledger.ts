import "server-only";
import { inArray } from "drizzle-orm";
import { ledgerFiles, type reconciliationRuns } from "@/drizzle/schema/reconciliation";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { copyRows } from "@/lib/db/copy";
import { mappingById } from "@/lib/imports/column-mappings";
import type { GridRow } from "@/lib/imports/grid";
import { headerFingerprint } from "@/lib/imports/header-fingerprint";
import { err, ok, type Result } from "@/lib/result";
import { ledgerFileRows } from "./ledger-files";
import { type LedgerRow, ledgerReader } from "./ledger-row";
import type { RunFailure } from "./state";

type Run = typeof reconciliationRuns.$inferSelect;
type Imported = { rows: number; brokenRows: number };

/** Called between blocks with what was read so far; it throws where the run is to end. */
type Progress = (read: { bytes: number; rows: number }) => Promise<void>;

/** Reads all files of a run into the caller's transaction: they are there as a whole or not at all. */
export async function importLedger(
  tx: Tx,
  ctx: Ctx,
  run: Run,
  progress: Progress,
): Promise<Result<Imported, { kind: RunFailure }>> {
  const saved = await mappingById(tx, "ledger", run.mappingId);
  const files = await tx.select().from(ledgerFiles).where(inArray(ledgerFiles.id, run.fileIds));
  const read = { bytes: 0, rows: 0 };
  let brokenRows = 0;
  // The next block is parsed while the database writes the one before.
  let writing: Promise<void> = Promise.resolve();
  for (const [at, fileId] of run.fileIds.entries()) {
    const encoding = files.find(({ id }) => id === fileId)?.encoding;
    if (!encoding) throw new Error("a run without its file");
    const count = (bytes: number) => {
      read.bytes += bytes;
    };
    let reader: ((row: GridRow) => LedgerRow) | null = null;
    // Over another connection: this one is in the transaction that writes.
    for await (const block of ledgerFileRows(ctx.db, fileId, encoding, count)) {
      if (block === null) return err({ kind: "spreadsheet" });
      let rows = block;
      if (reader === null) {
        const [header, ...others] = block;
        if (!header) continue;
        if (headerFingerprint(header.cells) !== headerFingerprint(saved.header)) return err({ kind: "header_differs" });
        reader = ledgerReader(header.cells, saved.mapping);
        rows = others;
      }
      const parsed = rows.map(reader);
      brokenRows += parsed.filter(({ problems }) => problems !== null).length;
      await writing;
      writing = insertRows(tx, run.id, at, parsed);
      // It is awaited with the next block; until then a failure has no other reader.
      writing.catch(() => {});
      read.rows += parsed.length;
      await progress(read);
    }
  }
  await writing;
  return read.rows === 0 ? err({ kind: "empty" }) : ok({ rows: read.rows, brokenRows });
}

const ROWS = `ledger_rows (run_id, file, line, raw, transaction_id, reference_id, player_id, type, currency, amount, is_booked,
  booked_at, problems)`;

const insertRows = (tx: Tx, runId: string, file: number, rows: LedgerRow[]): Promise<void> =>
  copyRows(
    tx,
    ROWS,
    rows.map((row) => [
      ...[runId, file, row.line, row.raw, row.transactionId, row.referenceId, row.playerId, row.type, row.currency],
      ...[row.amount, row.isBooked, row.bookedAt, row.problems && JSON.stringify(row.problems)],
    ]),
  );
