import "server-only";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { csv } from "@/lib/csv/file";
import type { Download } from "@/lib/exports/download";
import { reportQuery } from "./filter";
import { getReportNow } from "./queries";
import { isUnrecorded, type Report, type ReportAsked, type ReportRow, successRate } from "./schema";
import { cutOff } from "./share";

const HEADER = [
  ...["from", "to", "currency", "type", "paid", "volume", "fees", "paidWithoutFee"],
  ...["medianSeconds", "p95Seconds", "requested", "requestedPaid", "failed", "cancelled", "resolved", "refused"],
  "successRate",
];

/** The report as a file: a line for each of its periods, as the page has them. */
export async function exportReport(ctx: Ctx, asked: ReportAsked): Promise<Download<string>> {
  requirePermission(ctx, "transactions:export");
  const report = await getReportNow(ctx, asked);
  const { filter } = report;
  await ctx.db.transaction((tx) => {
    const detail = { filter: reportQuery(filter), rows: report.rows.length };
    return record(tx, ctx, { action: "reports.exported", subject: ctx.environment, detail });
  });
  const name = `choba-${ctx.environment}-report-${filter.currency}-${filter.type.toLowerCase()}-${filter.from}-${filter.to}.csv`;
  return { name, body: textOf(report) };
}

const textOf = (report: Report): string =>
  csv(
    HEADER,
    report.rows.map((row) => cellsOf(row, report)),
  );

function cellsOf(row: ReportRow, report: Report): string[] {
  const { currency, type } = report.filter;
  const { from, to, paid, volume, fees, withoutFee, median, p95, requested, completed, ...ended } = row;
  const { failed, cancelled, resolved, refused } = ended;
  const counts = [requested, completed, failed, cancelled, resolved, refused].map(String);
  const times = [median, p95].map((seconds) => (seconds === null ? "" : seconds.toFixed(1)));
  const rate = successRate(row);
  const named = [from, to, currency, type];
  if (isUnrecorded(report, row)) return HEADER.map((_name, at) => named[at] ?? "");
  return [
    ...[...named, String(paid), volume, fees, String(withoutFee)],
    ...[...times, ...counts, rate === null ? "" : cutOff(rate, 4)],
  ];
}
