import "server-only";
import { and, gte, lte, sql } from "drizzle-orm";
import { reconciliationRows, reconciliationRuns } from "@/drizzle/schema/reconciliation";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { csvPieces, idCell } from "@/lib/csv/file";
import type { CsvFile } from "@/lib/csv/stream";
import { textStream } from "@/lib/csv/text-stream";
import { type Reading, startReading } from "@/lib/db/read-snapshot";
import { takeExportSlot } from "@/lib/exports/slots";
import { err, ok, type Result } from "@/lib/result";
import { CLASSES, EXCEPTION_CLASSES } from "./classes";
import { isRun, rangeOf } from "./conditions";
import { type ReadRow, selectRows, toResultRow } from "./result-rows";
import type { ExportAsked, ResultRow } from "./schema";

const BATCH = 2_000;
const HEADER = [
  ...["class", "reference", "currency", "ledger", "service", "difference", "status", "mark"],
  ...["owner", "reason", "note", "decision", "closedBy", "closeReason"],
];

/** The rows of a class, of all exceptions or of a whole run as CSV; null where there is no such result. */
export async function exportReconciliation(
  ctx: Ctx,
  { runId, class: shown }: ExportAsked,
): Promise<Result<CsvFile, { kind: "busy" }> | null> {
  requirePermission(ctx, "reconciliation:export");
  const [run] = await ctx.db.select().from(reconciliationRuns).where(isRun(ctx, runId));
  if (!run?.figures) return null;
  const wanted = shown === "all" ? CLASSES : shown === "exceptions" ? EXCEPTION_CLASSES : [shown];
  const { first, last } = rangeOf(run.figures, wanted);
  const reading = await startReading(ctx.db);
  try {
    if (!(await takeExportSlot(reading))) {
      await reading.end();
      return err({ kind: "busy" });
    }
    const detail = { class: shown, rows: Math.max(0, last - first + 1) };
    await ctx.db.transaction((tx) => record(tx, ctx, { action: "reconciliation.exported", subject: runId, detail }));
  } catch (error) {
    await reading.end();
    throw error;
  }
  const range = and(gte(reconciliationRows.position, String(first)), lte(reconciliationRows.position, String(last)));
  const query = selectRows(ctx, runId, range ?? sql`true`);
  const days = run.firstDay === run.lastDay ? run.firstDay : `${run.firstDay}-${run.lastDay}`;
  return ok({
    name: `choba-${ctx.environment}-reconciliation-${days.replaceAll("-", "")}-${shown}`,
    // A generator that was not begun would not end the reading.
    body: textStream({ text: csvPieces(HEADER, linesOf(ctx, reading, query)), end: reading.end }),
  });
}

async function* linesOf(ctx: Ctx, reading: Reading, query: ReturnType<typeof selectRows>) {
  for await (const rows of reading.batches<ReadRow>(query, BATCH))
    yield rows.map((row) => cellsOf(toResultRow(ctx, row)));
}

function cellsOf({ exception, ...row }: ResultRow) {
  const { owner, reason, note, decision, closedBy, closeReason } = exception ?? {};
  return [
    ...[
      row.class,
      idCell(row.reference),
      row.currency,
      row.ledgerAmount ?? "",
      row.serviceAmount ?? "",
      row.difference,
    ],
    ...[row.status ?? "", row.mark ?? "", owner ?? "", reason ?? "", note ?? "", decision ?? ""],
    ...[closedBy ?? "", closeReason ?? ""],
  ];
}
