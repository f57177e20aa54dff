import "server-only";
import { and, count, eq, inArray, isNotNull, isNull, sql, sum } from "drizzle-orm";
import { batches, batchRows } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import type { Db, Tx } from "@/lib/db/connection";
import { addAmounts } from "@/lib/money/amount";
import { hasNotLeft } from "@/lib/transactions/submission/submission";
import { type GroupCounts, groupOf, type RowGroup, type RowOrder } from "./outcome";
import type { GroupSums, Sum } from "./schema";

const t = transactions;
const isContested = sql<boolean>`${t.discrepancyAt} is not null`;
const isResolved = sql<boolean>`${t.resolvedAt} is not null`;
const isReplaced = sql<boolean>`${batchRows.replacedBy} is not null`;

/** What decides the group of a row. */
export const OUTCOME = {
  submission: t.submission,
  status: t.status,
  conflict: isContested,
  discrepancyKind: t.discrepancyKind,
  resolved: isResolved,
  held: t.heldReason,
  isMarked: sql<boolean>`${t.possiblySentUntil} is not null`,
  isOrder: sql<boolean>`${t.id} is not null`,
  isReplaced,
};

type Outcome = Omit<RowOrder, "hold"> & { held: RowOrder["hold"]; isOrder: boolean; isReplaced: boolean };

export const groupOfRow = (outcome: Outcome, state: (typeof batches.$inferSelect)["state"]): RowGroup => {
  const { held, isOrder, isReplaced: replaced, ...order } = outcome;
  const hold = hasNotLeft(order.submission) ? held : null;
  return groupOf(isOrder ? { ...order, hold } : null, state, replaced);
};

/** How many rows of each batch are in each group, and how much. Rows that are left out, or cannot be sent, are in none. */
export async function groupSums(db: Db | Tx, batchIds: string[]): Promise<Map<string, GroupSums>> {
  if (batchIds.length === 0) return new Map();
  const { submission, status, discrepancyKind, held, ...flags } = OUTCOME;
  const rows = await db
    .select({
      ...{ batchId: batchRows.batchId, state: batches.state, currency: batchRows.currency },
      ...OUTCOME,
      ...{ count: count(), amount: sum(batchRows.amount) },
    })
    .from(batchRows)
    .innerJoin(batches, eq(batches.id, batchRows.batchId))
    .leftJoin(t, eq(t.id, batchRows.transactionRow))
    .where(and(inArray(batchRows.batchId, batchIds), isNull(batchRows.excludedBy), isNotNull(batchRows.amount)))
    .groupBy(
      ...[batchRows.batchId, batches.state, batchRows.currency, submission, status, discrepancyKind, held],
      ...Object.values(flags),
    );
  const byBatch = new Map<string, GroupSums>();
  for (const { batchId, state, currency, count: rowCount, amount, ...outcome } of rows) {
    const groups = byBatch.get(batchId) ?? {};
    const group = groupOfRow(outcome, state);
    const { count: before, sums } = groups[group] ?? { count: 0, sums: [] };
    groups[group] = {
      count: before + rowCount,
      sums: added(sums, { currency: currency ?? "", amount: amount ?? "0" }),
    };
    byBatch.set(batchId, groups);
  }
  return byBatch;
}

/** Currencies are never added up. */
const added = (sums: Sum[], one: Sum): Sum[] =>
  sums.some(({ currency }) => currency === one.currency)
    ? sums.map((sum) => (sum.currency === one.currency ? { ...sum, amount: addAmounts(sum.amount, one.amount) } : sum))
    : [...sums, one].sort((a, b) => a.currency.localeCompare(b.currency));

export const countsOf = (groups: GroupSums): GroupCounts =>
  Object.fromEntries(Object.entries(groups).map(([group, { count: rows }]) => [group, rows]));

export const allSums = (groups: GroupSums): Sum[] =>
  Object.values(groups)
    .flatMap(({ sums }) => sums)
    .reduce(added, []);

export const allCount = (groups: GroupSums): number =>
  Object.values(groups).reduce((all, { count: rows }) => all + rows, 0);
