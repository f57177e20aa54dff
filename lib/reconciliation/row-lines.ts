import "server-only";
import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { ledgerFiles, ledgerRows, reconciliationRuns } from "@/drizzle/schema/reconciliation";
import type { Ctx } from "@/lib/auth/context";
import { seesLedgers } from "@/lib/pii/access";
import type { BrokenLine, OrderSide, RowDetail } from "./schema";

type Read = Pick<typeof ledgerRows.$inferSelect, "file" | "line" | "problems">;
type OrderIds = Pick<OrderSide, "transactionId" | "referenceId">;

/** A line that could not be read. What stands in it is not shown to all. */
export const brokenLine = (ctx: Ctx, { file, line, problems }: Read, name: string): BrokenLine => ({
  ...{ key: `${file}-${line}`, file: name, line },
  problems: (problems ?? []).map((problem) => (seesLedgers(ctx) ? problem : { ...problem, value: "" })),
});

/** The line of an order that could not be read: the run cannot tell whether the ledger has booked it. */
export async function unreadLineOf(ctx: Ctx, runId: string, order: OrderIds): Promise<BrokenLine | null> {
  const [found] = await linesNaming(ctx, runId, [order], isNotNull(ledgerRows.problems), 1);
  return found ? brokenLine(ctx, found, found.name) : null;
}

/** At most so many lines of one ID are named. */
const NAMED = 10;

/** The lines that name these orders, of which none was matched. */
export async function sameIdOf(ctx: Ctx, runId: string, orders: OrderIds[]): Promise<NonNullable<RowDetail["sameId"]>> {
  const found = await linesNaming(ctx, runId, orders, isNull(ledgerRows.problems), NAMED + 1);
  return {
    lines: found.slice(0, NAMED).map(({ name, line }) => ({ file: name, line })),
    hasMore: found.length > NAMED,
    orders: orders.map(({ referenceId }) => referenceId),
  };
}

function linesNaming({ db }: Ctx, runId: string, orders: OrderIds[], more: SQL, limit: number) {
  const { file, line, problems, transactionId, referenceId } = ledgerRows;
  const isNamed = or(
    inArray(
      transactionId,
      orders.flatMap((order) => order.transactionId ?? []),
    ),
    inArray(
      referenceId,
      orders.map((order) => order.referenceId),
    ),
  );
  return db
    .select({ file, line, problems, name: ledgerFiles.name })
    .from(ledgerRows)
    .innerJoin(reconciliationRuns, eq(reconciliationRuns.id, ledgerRows.runId))
    .innerJoin(ledgerFiles, eq(ledgerFiles.id, sql`${reconciliationRuns.fileIds}[${file} + 1]`))
    .where(and(eq(ledgerRows.runId, runId), more, isNamed))
    .orderBy(asc(file), asc(line))
    .limit(limit);
}
