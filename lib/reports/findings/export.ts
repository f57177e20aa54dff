import "server-only";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { type Cell, csv, idCell } from "@/lib/csv/file";
import { readFresh } from "@/lib/db/replica";
import type { CannotExport, Download } from "@/lib/exports/download";
import { err, ok, type Result } from "@/lib/result";
import { tokyoCell, zoned } from "@/lib/time";
import { FILE_ROWS_MAX, type FindingsFilter, findingsQuery } from "./kinds";
import { rowsOf, sumsOf } from "./queries";
import { type FindingsAsked, findingsFilter } from "./schema";

const ROW_HEADER = ["finding", zoned("at"), "reference", "currency", "amount", "outcome"];

type File = { name: string; header: string[]; rows: Cell[][] };

/** The lines of the page by currency as a file, or all rows behind one of them. A file is whole, or there is none. */
export async function exportFindings(
  ctx: Ctx,
  asked: FindingsAsked,
  most = FILE_ROWS_MAX,
): Promise<Result<Download<string>, CannotExport>> {
  requirePermission(ctx, "reconciliation:export");
  const filter = findingsFilter(asked, ctx.now());
  const { name, header, rows } = await readFresh(ctx, (reader) => fileOf(reader, filter, most));
  if (rows.length > most) return err({ kind: "too_many", most });
  await ctx.db.transaction((tx) => {
    const detail = { filter: findingsQuery(filter), rows: rows.length };
    return record(tx, ctx, { action: "reports.exported", subject: ctx.environment, detail });
  });
  return ok({ name: `${name}.csv`, body: csv(header, rows) });
}

/** With one row above `most` at the most. */
async function fileOf(ctx: Ctx, filter: FindingsFilter, most: number): Promise<File> {
  const { from, to, finding } = filter;
  const name = `choba-${ctx.environment}-findings-${from}-${to}`;
  if (finding === undefined) {
    const rows = (await sumsOf(ctx, filter)).flatMap(({ finding: of, count, sums }) => {
      const ofNone = count - sums.reduce((all, sum) => all + sum.count, 0);
      const lines = sums.map((sum) => [of, sum.currency, String(sum.count), sum.amount]);
      return ofNone > 0 || lines.length === 0 ? [...lines, [of, "", String(ofNone), ""]] : lines;
    });
    return { name, header: ["finding", "currency", "count", "amount"], rows };
  }
  const rows = (await rowsOf(ctx, { filter, finding, most: most + 1 })).map(
    ({ at, reference, currency, amount, outcome }) => [
      ...[finding, tokyoCell(new Date(at)), idCell(reference ?? ""), currency ?? "", amount ?? "", outcome ?? ""],
    ],
  );
  return { name: `${name}-${finding}`, header: ROW_HEADER, rows };
}
