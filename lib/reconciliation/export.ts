import "server-only";
import { and, gte, lte, sql } from "drizzle-orm";
import { reconciliationRows, reconciliationRuns } from "@/drizzle/schema/reconciliation";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { csvPieces, idCell } from "@/lib/csv/file";
import type { Reading } from "@/lib/db/read-snapshot";
import type { CannotExport } from "@/lib/exports/download";
import { exportList, type ListFile } from "@/lib/exports/list-file";
import type { Result } from "@/lib/result";
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
): Promise<Result<ListFile, CannotExport> | null> {
  requirePermission(ctx, "reconciliation:export");
  const [run] = await ctx.db.select().from(reconciliationRuns).where(isRun(ctx, runId));
  if (!run?.figures) return null;
  const wanted = shown === "all" ? CLASSES : shown === "exceptions" ? EXCEPTION_CLASSES : [shown];
  const { first, last } = rangeOf(run.figures, wanted);
  const range = and(gte(reconciliationRows.position, String(first)), lte(reconciliationRows.position, String(last)));
  const query = selectRows(ctx, runId, range ?? sql`true`);
  const days = run.firstDay === run.lastDay ? run.firstDay : `${run.firstDay}-${run.lastDay}`;
  return exportList(ctx, {
    name: `choba-${ctx.environment}-reconciliation-${days.replaceAll("-", "")}-${shown}.csv`,
    count: async () => Math.max(0, last - first + 1),
    most: Number.POSITIVE_INFINITY,
    entry: (rows) => ({ action: "reconciliation.exported", subject: runId, detail: { class: shown, rows } }),
    text: (reading) => csvPieces(HEADER, linesOf(ctx, reading, query)),
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
