import "server-only";
import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, gte, isNotNull, isNull, min, ne, notExists, notInArray, or, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { batches, batchRows, isPendingBatch } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { bankDirectory } from "@/lib/japan/directory/load";
import { isSameHolder } from "@/lib/japan/same-holder";
import { payeeKey } from "@/lib/limits/payee";
import { plainAmount } from "@/lib/money/amount";
import { activePayees } from "@/lib/payees/active";
import { isPayable } from "@/lib/transactions/list/conditions";
import { isDiscrepant } from "@/lib/transactions/list/needs-action";
import { CAME_TO_NOTHING, isUnknown } from "@/lib/transactions/submission/submission";
import { type Batch, type BatchRow, isAnyOf, rowsOf, rowsWhere } from "./access";
import { asksForBook, type CheckedRow, checkRow, type RowTerms } from "./check-row";
import { type FileProblems, isBlocking, isUnusual, type OverlapWarning } from "./row";
import type { PaidRow, UploadProgress } from "./schema";

/** So far back the same payee and amount are searched for; by a retry, to the orders that it replaces. */
const OVERLAP_MS = 7 * 24 * 3_600_000;
const ROWS_A_STATEMENT = 1_000;

/** Checks all rows of a draft. Keeps what it found. */
export async function recheck(tx: Tx, ctx: Ctx, batchId: string): Promise<BatchRow[]> {
  const rows = await rowsOf(tx, batchId);
  const checked = await checkAll(tx, ctx, rows);
  return keep(tx, rows, await withWarnings(tx, ctx, batchId, checked));
}

/**
 * Checks these rows, and those that pay the same accounts: a change of one can make a repeat of another, or end one.
 * Returns all of them.
 */
export async function recheckRows(tx: Tx, ctx: Ctx, batchId: string, lines: number[]): Promise<BatchRow[]> {
  const changed = await rowsWhere(tx, batchId, isAnyOf(batchRows.line, lines, "int"));
  const checked = await checkAll(tx, ctx, changed);
  const keys = [...new Set([...changed, ...checked].flatMap(({ payeeKey: key }) => key ?? []))];
  const same = await rowsWhere(tx, batchId, isAnyOf(batchRows.payeeKey, keys, "text"));
  const asked = new Set(lines);
  const others = same.filter(({ line }) => !asked.has(line));
  const rows = [...checked, ...others].sort((a, b) => a.line - b.line);
  return keep(tx, [...changed, ...others], await withWarnings(tx, ctx, batchId, rows));
}

type Unchecked = Pick<BatchRow, "line" | "fields" | "fileProblems" | "excludedBy" | "replaces">;
type Checked = Pick<BatchRow, "terms" | "problems" | "currency" | "amount" | "payeeKey" | "payeeId" | "payeeVersion">;

async function checkAll<Row extends Unchecked>(tx: Tx, ctx: Ctx, rows: Row[]): Promise<(Row & Checked)[]> {
  const checked = await checkedRows(tx, ctx, rows);
  const read = rows.map((row, at) => {
    const found = checked[at];
    if (!found) throw new Error("a row was not checked");
    const { terms, problems } = withFileProblems(found, row.fileProblems);
    const paid = terms && { currency: terms.currency, amount: terms.amount, payeeKey: payeeKey(terms) };
    return { ...row, terms, problems, ...(paid ?? { currency: null, amount: null, payeeKey: null }) };
  });
  const chosen = await payeesWithAccounts(tx, ctx, read);
  return read.map((row) => ({ ...row, ...chosen(row) }));
}

/** Checks rows, those whose bank or branch the directory lacks by what the payee book says of their accounts as well. */
async function checkedRows(tx: Tx, ctx: Ctx, rows: Unchecked[]): Promise<CheckedRow[]> {
  const directory = await bankDirectory();
  const read = rows.map(({ fields }) => {
    const checked = checkRow(fields, directory);
    if (!asksForBook(checked)) return { fields, checked, key: null };
    // The account is read as it will be with the names of the book, whichever these are.
    const { destinationName: bank, destinationBranchName: branch } = fields;
    const { terms } = checkRow(fields, directory, { bank: bank.trim() || "?", branch: branch.trim() || "?" });
    return { fields, checked, key: terms && { ...terms, payeeKey: payeeKey(terms) } };
  });
  const inBook = await payeeBook(
    tx,
    ctx,
    read.map(({ key }) => key?.payeeKey ?? null),
  );
  return read.map(({ fields, checked, key }) => {
    const held = key && inBook(key);
    if (!held) return checked;
    return checkRow(fields, directory, { bank: held.destinationName, branch: held.destinationBranchName });
  });
}

/** Nothing is paid by a cell of which the file leaves something open. */
function withFileProblems(checked: CheckedRow, inFile: FileProblems): CheckedRow {
  if (Object.keys(inFile).length === 0) return checked;
  return { terms: null, problems: { ...checked.problems, ...inFile } };
}

type NewRow = Unchecked & Pick<BatchRow, "raw" | "marks" | "excludedReason" | "accepted" | "replaces" | "referenceId">;

/** Writes the rows of a new draft with what was found about each: once, many rows a statement. */
export async function insertRows(
  tx: Tx,
  ctx: Ctx,
  batchId: string,
  rows: NewRow[],
  onProgress: (progress: UploadProgress) => void = () => {},
): Promise<void> {
  onProgress({ rows: 0, of: rows.length });
  const found = await withWarnings(tx, ctx, batchId, await checkAll(tx, ctx, rows));
  for (let from = 0; from < found.length; from += ROWS_A_STATEMENT) {
    const some = JSON.stringify(found.slice(from, from + ROWS_A_STATEMENT));
    await tx.execute(sql`
      insert into batch_rows (batch_id, line, raw, fields, marks, file_problems, reference_id, excluded_by, excluded_reason, accepted, replaces,
        terms, problems, currency, amount, payee_key, payee_id, payee_version, warnings)
      select ${batchId}, line, raw, fields, marks, "fileProblems", "referenceId", "excludedBy", "excludedReason", accepted, replaces,
        terms, problems, currency, amount, "payeeKey", "payeeId", "payeeVersion", warnings
      from jsonb_to_recordset(${some}::jsonb) as found
        (line int, raw text, fields jsonb, marks jsonb, "fileProblems" jsonb, "referenceId" text, "excludedBy" uuid, "excludedReason" text, accepted jsonb, replaces uuid,
        terms jsonb, problems jsonb, currency text, amount numeric, "payeeKey" text, "payeeId" uuid,
        "payeeVersion" int, warnings jsonb)`);
    onProgress({ rows: Math.min(from + ROWS_A_STATEMENT, found.length), of: found.length });
  }
}

const foundIn = ({ terms, problems, currency, amount, payeeKey: key, warnings, digest, ...row }: BatchRow) => ({
  ...{ terms, problems, currency, payeeKey: key, warnings, digest },
  ...{ payeeId: row.payeeId, payeeVersion: row.payeeVersion },
  amount: amount === null ? null : plainAmount(amount),
});

/** Writes what differs from what is on record, many rows a statement. */
async function keep(tx: Tx, before: BatchRow[], after: BatchRow[]): Promise<BatchRow[]> {
  const held = new Map(before.map((row) => [row.id, foundIn(row)]));
  const now = after.map((row) => ({ ...row, digest: null }));
  const changed = now
    .filter((row) => !isDeepStrictEqual(foundIn(row), held.get(row.id)))
    .map((row) => ({ ...foundIn(row), id: row.id, amount: row.amount }));
  for (let from = 0; from < changed.length; from += ROWS_A_STATEMENT) {
    const some = JSON.stringify(changed.slice(from, from + ROWS_A_STATEMENT));
    await tx.execute(sql`
      update batch_rows set terms = found.terms, problems = found.problems, currency = found.currency,
        amount = found.amount, payee_key = found."payeeKey", warnings = found.warnings, payee_id = found."payeeId",
        payee_version = found."payeeVersion", digest = null
      from jsonb_to_recordset(${some}::jsonb) as found
        (id uuid, terms jsonb, problems jsonb, currency text, amount numeric, "payeeKey" text, warnings jsonb,
        "payeeId" uuid, "payeeVersion" int)
      where batch_rows.id = found.id`);
  }
  return now;
}

/** The payee of the book that each row pays, where one has its account and holder and nothing about it waits. */
async function payeesWithAccounts(tx: Tx, ctx: Ctx, rows: Paid[]) {
  const inBook = await payeeBook(
    tx,
    ctx,
    rows.map(({ payeeKey: key }) => key),
  );
  return ({ payeeKey: key, terms }: Paid & Pick<BatchRow, "terms">) => {
    const its = terms && key && inBook({ ...terms, payeeKey: key });
    return { payeeId: its ? its.payeeId : null, payeeVersion: its ? its.version : null };
  };
}

type Account = Pick<RowTerms, "currency" | "destinationAccountName"> & { payeeKey: string };

/** Finds the payee with this account and holder that can be paid now. */
async function payeeBook(tx: Tx, ctx: Ctx, keys: (string | null)[]) {
  const found = await activePayees(tx, ctx, [...new Set(keys.flatMap((key) => key ?? []))]);
  const book = Map.groupBy(found, ({ says }) => says.payeeKey);
  return ({ currency, payeeKey: key, destinationAccountName: holder }: Account) =>
    book
      .get(key)
      ?.find((one) => one.payee.currency === currency && isSameHolder(one.says.destinationAccountName, holder))?.says;
}

type Paid = Pick<BatchRow, "currency" | "amount" | "payeeKey">;
const keysOf = (rows: Pick<BatchRow, "payeeKey">[]) => [...new Set(rows.flatMap(({ payeeKey: key }) => key ?? []))];
const keyOf = ({ currency, amount, payeeKey: key }: Paid) => `${currency} ${plainAmount(amount ?? "0")} ${key}`;

async function withWarnings<Row extends Unchecked & Checked>(
  tx: Tx,
  ctx: Ctx,
  batchId: string,
  rows: Row[],
): Promise<(Row & { warnings: OverlapWarning[] })[]> {
  const payable = new Set(rows.filter(({ terms, excludedBy }) => terms !== null && excludedBy === null));
  const compared = { id: batchId, requestedAt: await cancelledSince(tx, batchId) };
  const earlier = await overlaps(tx, ctx, compared, [...payable]);
  const last = await lastPaid(tx, ctx, keysOf([...payable]));
  const first = new Map<string, number>();
  return rows.map((row) => {
    if (!payable.has(row)) return { ...row, warnings: [] };
    const key = keyOf(row);
    const twin = first.get(key);
    if (twin === undefined) first.set(key, row.line);
    const same: OverlapWarning[] = twin === undefined ? [] : [{ kind: "same_row", at: String(twin) }];
    const warnings = [...same, ...(earlier.get(key) ?? []), ...unusual(row, last)];
    // The row leads with what forbids it.
    return { ...row, warnings: warnings.toSorted((a, b) => Number(isBlocking(b)) - Number(isBlocking(a))) };
  });
}

type LastPaid = { payeeKey: string; currency: string; amount: string; referenceId: string; on: Date };

/** The newest payment to each of these accounts, by currency. */
async function lastPaid(tx: Tx, { environment }: Ctx, keys: string[]): Promise<Map<string, LastPaid>> {
  if (keys.length === 0) return new Map();
  const { currency, amount, referenceId, paidAt, discrepancyAt } = transactions;
  const rows = await tx
    .selectDistinctOn([withdrawals.payeeKey, currency], {
      ...{ payeeKey: withdrawals.payeeKey, currency, amount, referenceId, on: withdrawals.requestedAt },
    })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(
      and(
        eq(transactions.environment, environment),
        isAnyOf(withdrawals.payeeKey, keys, "text"),
        isNotNull(paidAt),
        isNull(discrepancyAt),
      ),
    )
    .orderBy(withdrawals.payeeKey, currency, desc(withdrawals.requestedAt));
  return new Map(rows.map((row) => [`${row.currency} ${row.payeeKey}`, row]));
}

function unusual({ currency, payeeKey: key, amount }: Paid, last: Map<string, LastPaid>): OverlapWarning[] {
  const paid = last.get(`${currency} ${key}`);
  if (!paid || amount === null || !isUnusual(amount, paid.amount)) return [];
  const { referenceId: at, on } = paid;
  return [{ kind: "other_amount", at, on: on.toISOString(), amount: plainAmount(paid.amount) }];
}

/**
 * These rows whose payee has been paid the same amount since the batch was requested, or is about to be, each with the
 * newest such order. Orders of the batch are none of them, nor is one that has the place of such an order.
 */
export async function paidSince(tx: Tx, ctx: Ctx, batch: Batch, rows: BatchRow[]): Promise<PaidRow[]> {
  const found = await overlaps(tx, ctx, batch, rows);
  return rows.flatMap((row) => {
    const { line, referenceId: own } = row;
    const known = new Set([own, ...row.warnings.map(({ at }) => at)]);
    // What other batches have not paid yet was for their requesters to weigh, who saw these rows.
    const other = found.get(keyOf(row))?.find(({ kind, at }) => kind !== "other_batch" && !known.has(at));
    return other ? [{ line, referenceId: other.at }] : [];
  });
}

/** What is contested may have been paid, whichever report came last. */
export const mayBePaid = and(
  notInArray(transactions.submission, CAME_TO_NOTHING),
  or(
    isNull(transactions.status),
    notInArray(transactions.status, ["FAILED", "CANCELLED"]),
    isNotNull(transactions.discrepancyAt),
  ),
);

/** When the oldest was requested of the orders that these rows replace: they may have been paid in another way since. */
async function replacedSince(tx: Tx, rows: Repeating[]): Promise<Date | null> {
  const replaced = rows.flatMap(({ replaces }) => replaces ?? []);
  if (replaced.length === 0) return null;
  const isReplaced = isAnyOf(withdrawals.transactionRow, replaced, "uuid");
  const [oldest] = await tx
    .select({ at: min(withdrawals.requestedAt) })
    .from(withdrawals)
    .where(isReplaced);
  return oldest?.at ?? null;
}

/**
 * When the oldest was requested of the runs before this one whose rest was cancelled: what they sent has been paid,
 * however long they were paused. These are the runs that this one follows, past declined ones, which sent nothing, and
 * those of its own file since the last that was sent whole, as an older run can be paid again beside a newer one.
 */
async function cancelledSince(tx: Tx, batchId: string): Promise<Date | null> {
  const found = await tx.execute<{ at: string | null }>(sql`
    with recursive earlier (follows, state, requested_at) as (
      select follows, null::batch_state, null::timestamptz from batches where id = ${batchId}
      union
      select run.follows, run.state, run.requested_at from earlier join batches run on run.id = earlier.follows
      where run.state in ('cancelled', 'declined')
    ), of_file as (
      select run.state, run.requested_at from batches mine
      join batches run on run.environment = mine.environment and run.file_sha256 = mine.file_sha256
        and run.run between 1 and mine.run - 1
      where mine.id = ${batchId} and not exists (
        select from batches whole
        where whole.environment = mine.environment and whole.file_sha256 = mine.file_sha256
          and whole.state = 'sent' and not whole.is_retry and whole.run between run.run + 1 and mine.run - 1)
    )
    select to_json(min(requested_at)) #>> '{}' as at
    from (select state, requested_at from earlier union all select state, requested_at from of_file) run
    where state = 'cancelled'`);
  const at = found.rows[0]?.at;
  return at ? new Date(at) : null;
}

type Repeating = Pick<BatchRow, "payeeKey" | "replaces">;

/** `requestedAt`: of a batch that may wait for longer than a week, or of a cancelled one whose list is paid again. */
type Compared = { id: string; requestedAt?: Date | null };

/**
 * What was paid, or is about to be, to these payees, by payee and amount, besides the batch's own orders. What is open or
 * contested counts however old.
 */
async function overlaps(
  tx: Tx,
  ctx: Ctx,
  { id: batchId, requestedAt }: Compared,
  rows: Repeating[],
): Promise<Map<string, OverlapWarning[]>> {
  const keys = keysOf(rows);
  if (keys.length === 0) return new Map();
  const week = ctx.now().getTime() - OVERLAP_MS;
  const replaced = await replacedSince(tx, rows);
  const from = Math.min(week, replaced?.getTime() ?? week, requestedAt?.getTime() ?? week);
  const since = gte(withdrawals.requestedAt, new Date(from));
  const isOther = (order: AnyPgColumn) => {
    const own = and(eq(batchRows.transactionRow, order), eq(batchRows.batchId, batchId));
    return notExists(tx.select({ id: batchRows.id }).from(batchRows).where(own));
  };
  const { currency, amount, referenceId, submission } = transactions;
  const orders = await tx
    .select({
      order: { currency, amount, referenceId, submission },
      ...{ payeeKey: withdrawals.payeeKey, on: withdrawals.requestedAt },
    })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(
      and(
        eq(transactions.environment, ctx.environment),
        isAnyOf(withdrawals.payeeKey, keys, "text"),
        mayBePaid,
        or(since, isPayable, isDiscrepant),
        isOther(withdrawals.transactionRow),
        // Sent again under the next ID, it stands for the same row.
        isOther(transactions.replaces),
      ),
    )
    .orderBy(desc(withdrawals.requestedAt));
  const pending = await tx
    .select({ row: batchRows })
    .from(batchRows)
    .innerJoin(batches, eq(batches.id, batchRows.batchId))
    .where(
      and(
        eq(batches.environment, ctx.environment),
        ne(batches.id, batchId),
        isPendingBatch,
        isAnyOf(batchRows.payeeKey, keys, "text"),
        isNull(batchRows.transactionRow),
        isNull(batchRows.excludedBy),
      ),
    );
  const found = [
    ...orders.map(({ order, payeeKey: key, on }) => ({
      key: keyOf({ ...order, payeeKey: key }),
      warning: {
        kind: isUnknown(order.submission) ? ("unknown_outcome" as const) : ("paid_before" as const),
        at: order.referenceId,
        on: on.toISOString(),
      },
    })),
    ...pending.map(({ row }) => ({
      key: keyOf(row),
      warning: { kind: "other_batch" as const, at: row.referenceId, batch: row.batchId },
    })),
  ];
  return new Map(
    [...Map.groupBy(found, ({ key }) => key)].map(([key, all]) => [key, all.map(({ warning }) => warning)]),
  );
}
