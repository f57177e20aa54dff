import "server-only";
import { and, eq, gte, inArray, isNull, ne, notInArray, or } from "drizzle-orm";
import { batches, batchRows, isPendingBatch } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { bankDirectory } from "@/lib/japan/directory/load";
import { nameKey } from "@/lib/japan/name-key";
import { payeeKey } from "@/lib/limits/payee";
import { plainAmount } from "@/lib/money/amount";
import { activePayees } from "@/lib/payees/active";
import { CAME_TO_NOTHING, isUnknown } from "@/lib/transactions/submission/submission";
import { type BatchRow, rowsOf } from "./access";
import { checkRow } from "./check-row";
import type { OverlapWarning } from "./row";

/** So far back the same payee and amount are looked for. */
const OVERLAP_MS = 7 * 24 * 3_600_000;

/** Checks all rows of a draft again: a change of one can make a repeat of another. Keeps what it found. */
export async function recheck(tx: Tx, ctx: Ctx, batchId: string): Promise<BatchRow[]> {
  const directory = await bankDirectory();
  const read = (await rowsOf(tx, batchId)).map((row) => {
    const { terms, problems } = checkRow(row.fields, directory);
    const paid = terms && { currency: terms.currency, amount: terms.amount, payeeKey: payeeKey(terms) };
    return { ...row, terms, problems, ...(paid ?? { currency: null, amount: null, payeeKey: null }) };
  });
  const chosen = await payeesWithAccounts(tx, ctx, read);
  const warned = (await withWarnings(tx, ctx, batchId, read)).map((row) => ({ ...row, ...chosen(row) }));
  for (const { id, terms, problems, currency, amount, payeeKey: key, warnings, payeeId, payeeVersion } of warned) {
    await tx
      .update(batchRows)
      .set({ terms, problems, currency, amount, payeeKey: key, warnings, payeeId, payeeVersion, digest: null })
      .where(eq(batchRows.id, id));
  }
  return warned;
}

/** The payee of the book that each row pays, where one has its account and holder and nothing about it waits. */
async function payeesWithAccounts(tx: Tx, ctx: Ctx, rows: BatchRow[]) {
  const found = await activePayees(tx, ctx, [...new Set(rows.flatMap(({ payeeKey: key }) => key ?? []))]);
  return ({ currency, payeeKey: key, terms }: BatchRow) => {
    const holder = terms && nameKey(terms.destinationAccountName);
    const its = found.find((one) => one.currency === currency && one.payeeKey === key && one.holderKey === holder);
    return { payeeId: its?.payeeId ?? null, payeeVersion: its?.version ?? null };
  };
}

type Paid = Pick<BatchRow, "currency" | "amount" | "payeeKey">;
const keyOf = ({ currency, amount, payeeKey: key }: Paid) => `${currency} ${plainAmount(amount ?? "0")} ${key}`;

async function withWarnings(tx: Tx, ctx: Ctx, batchId: string, rows: BatchRow[]): Promise<BatchRow[]> {
  const payable = rows.filter(({ terms, excludedBy }) => terms !== null && excludedBy === null);
  const keys = [...new Set(payable.flatMap(({ payeeKey: key }) => key ?? []))];
  const earlier = keys.length === 0 ? new Map<string, OverlapWarning[]>() : await overlaps(tx, ctx, batchId, keys);
  const first = new Map<string, number>();
  return rows.map((row) => {
    if (!payable.includes(row)) return { ...row, warnings: [] };
    const key = keyOf(row);
    const twin = first.get(key);
    if (twin === undefined) first.set(key, row.line);
    const same: OverlapWarning[] = twin === undefined ? [] : [{ kind: "same_row", at: String(twin) }];
    return { ...row, warnings: [...same, ...(earlier.get(key) ?? [])] };
  });
}

/** What was paid, or is about to be, to these payees, by payee and amount. An unknown outcome counts however old. */
async function overlaps(tx: Tx, ctx: Ctx, batchId: string, keys: string[]): Promise<Map<string, OverlapWarning[]>> {
  const recent = gte(withdrawals.requestedAt, new Date(ctx.now().getTime() - OVERLAP_MS));
  const unknown = eq(transactions.submission, "unknown");
  const orders = await tx
    .select({ order: transactions, payeeKey: withdrawals.payeeKey })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(
      and(
        eq(transactions.environment, ctx.environment),
        inArray(withdrawals.payeeKey, keys),
        notInArray(transactions.submission, CAME_TO_NOTHING),
        or(isNull(transactions.status), notInArray(transactions.status, ["FAILED", "CANCELLED"])),
        or(recent, unknown),
      ),
    );
  const pending = await tx
    .select({ row: batchRows })
    .from(batchRows)
    .innerJoin(batches, eq(batches.id, batchRows.batchId))
    .where(
      and(
        eq(batches.environment, ctx.environment),
        ne(batches.id, batchId),
        isPendingBatch,
        inArray(batchRows.payeeKey, keys),
        isNull(batchRows.transactionRow),
        isNull(batchRows.excludedBy),
      ),
    );
  const found = [
    ...orders.map(({ order, payeeKey: key }) => ({
      key: keyOf({ ...order, payeeKey: key }),
      warning: {
        kind: isUnknown(order.submission) ? ("unknown_outcome" as const) : ("paid_before" as const),
        at: order.referenceId,
      },
    })),
    ...pending.map(({ row }) => ({ key: keyOf(row), warning: { kind: "other_batch" as const, at: row.referenceId } })),
  ];
  return new Map(
    [...Map.groupBy(found, ({ key }) => key)].map(([key, all]) => [key, all.map(({ warning }) => warning)]),
  );
}
