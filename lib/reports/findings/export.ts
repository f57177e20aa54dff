import "server-only";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { csv } from "@/lib/csv/file";
import { readFresh } from "@/lib/db/replica";
import { tokyoCell } from "@/lib/time";
import { findingsQuery } from "./kinds";
import { rowsOf, sumsOf } from "./queries";
import { type FindingsAsked, findingsFilter } from "./schema";

/** A file of more is cut off there, and says so by its name. */
const ROWS_MAX = 100_000;

type File = { name: string; header: string[]; rows: string[][]; isPart: boolean };

/** The lines of the page by currency as a file, or all rows behind one of them. */
export async function exportFindings(ctx: Ctx, asked: FindingsAsked): Promise<{ name: string; text: string }> {
  requirePermission(ctx, "reconciliation:export");
  const filter = findingsFilter(asked, ctx.now());
  const file = await readFresh(ctx, (reader) => fileOf(reader, filter));
  const { rows, isPart } = file;
  await ctx.db.transaction((tx) => {
    const detail = { filter: findingsQuery(filter), rows: rows.length, ...(isPart && { isPart }) };
    return record(tx, ctx, { action: "reports.exported", subject: ctx.environment, detail });
  });
  return { name: file.name, text: csv(file.header, rows) };
}

async function fileOf(ctx: Ctx, filter: ReturnType<typeof findingsFilter>): Promise<File> {
  const { from, to, finding } = filter;
  const name = `choba-${ctx.environment}-findings-${from}-${to}`;
  if (finding === undefined) {
    const rows = (await sumsOf(ctx, filter)).flatMap(({ finding: of, count, sums }) => {
      const ofNone = count - sums.reduce((all, sum) => all + sum.count, 0);
      const lines = sums.map((sum) => [of, sum.currency, String(sum.count), sum.amount]);
      return ofNone > 0 || lines.length === 0 ? [...lines, [of, "", String(ofNone), ""]] : lines;
    });
    return { name, header: ["finding", "currency", "count", "amount"], rows, isPart: false };
  }
  const found = await rowsOf(ctx, { filter, finding, most: ROWS_MAX + 1 });
  const isPart = found.length > ROWS_MAX;
  const rows = found
    .slice(0, ROWS_MAX)
    .map(({ at, reference, currency, amount, outcome }) => [
      ...[finding, tokyoCell(new Date(at)), reference ?? "", currency ?? "", amount ?? "", outcome ?? ""],
    ]);
  const header = ["finding", "at", "reference", "currency", "amount", "outcome"];
  return { name: `${name}-${finding}${isPart ? "-part" : ""}`, header, rows, isPart };
}
