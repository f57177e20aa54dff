import "server-only";
import { and, asc, eq, isNotNull, or, sql } from "drizzle-orm";
import { ledgerFiles, ledgerRows, reconciliationRuns } from "@/drizzle/schema/reconciliation";
import type { Ctx } from "@/lib/auth/context";
import { seesLedgers } from "@/lib/pii/access";
import type { BrokenLine, OrderSide } from "./schema";

type Read = Pick<typeof ledgerRows.$inferSelect, "file" | "line" | "problems">;

/** A line that could not be read. What stands in it is not shown to all. */
export const brokenLine = (ctx: Ctx, { file, line, problems }: Read, name: string): BrokenLine => ({
  ...{ key: `${file}-${line}`, file: name, line },
  problems: (problems ?? []).map((problem) => (seesLedgers(ctx) ? problem : { ...problem, value: "" })),
});

/** The line of an order that could not be read: the run cannot tell whether the ledger has booked it. */
export async function unreadLineOf(
  ctx: Ctx,
  runId: string,
  { transactionId, referenceId }: Pick<OrderSide, "transactionId" | "referenceId">,
): Promise<BrokenLine | null> {
  const isNamed = or(
    transactionId === null ? undefined : eq(ledgerRows.transactionId, transactionId),
    eq(ledgerRows.referenceId, referenceId),
  );
  const { file, line, problems } = ledgerRows;
  const [found] = await ctx.db
    .select({ file, line, problems, name: ledgerFiles.name })
    .from(ledgerRows)
    .innerJoin(reconciliationRuns, eq(reconciliationRuns.id, ledgerRows.runId))
    .innerJoin(ledgerFiles, eq(ledgerFiles.id, sql`${reconciliationRuns.fileIds}[${file} + 1]`))
    .where(and(eq(ledgerRows.runId, runId), isNotNull(problems), isNamed))
    .orderBy(asc(file), asc(line))
    .limit(1);
  return found ? brokenLine(ctx, found, found.name) : null;
}
