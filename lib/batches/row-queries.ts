import "server-only";
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { batchRows } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { plainAmount } from "@/lib/money/amount";
import { seesPii } from "@/lib/pii/access";
import { maskedAccount, maskedName, without } from "@/lib/pii/mask";
import { hasNotLeft } from "@/lib/transactions/submission/submission";
import { transactionRow } from "@/lib/transactions/to-view";
import { type Batch, type BatchRow, findBatch, newestRun, rowsOf, rowsWhere } from "./access";
import { payeeDoubts } from "./draft-rows";
import { rowFinder } from "./find-row";
import { needsAttention } from "./outcome";
import type { BatchReview, BatchRowsAsked, BatchRowsView, PayeeDoubt, SentRow } from "./schema";
import { shownTexts } from "./shown-texts";
import { groupOfRow, OUTCOME } from "./sums";

const PAGE = 100;
const LARGEST = 5;
const ACCEPTED_MAX = 100;

/** Rows of a batch that was requested, in the order of the file: those of one group, or found by `q`, where that is asked. */
export async function listBatchRows(
  ctx: Ctx,
  { batchId, group, q, after }: BatchRowsAsked,
): Promise<BatchRowsView | null> {
  requirePermission(ctx, "transactions:read");
  const batch = await findBatch(ctx, batchId);
  if (!batch) return null;
  // Groups are derived in one place: a line and its few words are read of every row, all of it of one page.
  const all = await ctx.db
    .select({ line: batchRows.line, excludedBy: batchRows.excludedBy, accepted: isAccepted, ...OUTCOME })
    .from(batchRows)
    .leftJoin(transactions, eq(transactions.id, batchRows.transactionRow))
    .where(eq(batchRows.batchId, batchId))
    .orderBy(asc(batchRows.line));
  const found = q === "" ? null : await linesFound(ctx, batchId, q);
  const wanted = all.filter(({ line, excludedBy, accepted, ...outcome }) => {
    if (found && !found.has(line)) return false;
    if (group === undefined) return true;
    if (excludedBy !== null || group === "excluded") return excludedBy !== null && group === "excluded";
    if (group === "accepted") return accepted;
    const own = groupOfRow(outcome, batch.state);
    return group === "attention" ? needsAttention(own) || own === "failed" : own === group;
  });
  const left = wanted.filter(({ line }) => line > after);
  const lines = left.slice(0, PAGE).map(({ line }) => line);
  const rows = await sentRows(ctx, batch, lines);
  return { rows, count: wanted.length, next: left.length > PAGE ? (lines.at(-1) ?? null) : null };
}

async function linesFound(ctx: Ctx, batchId: string, typed: string): Promise<Set<number>> {
  const { line, referenceId, fields, terms, amount, currency } = batchRows;
  const rows = await ctx.db
    .select({ line, referenceId, fields, terms, amount, currency })
    .from(batchRows)
    .where(eq(batchRows.batchId, batchId));
  return new Set(rows.filter(rowFinder(ctx, typed)).map((row) => row.line));
}

const isAccepted = sql<boolean>`${batchRows.accepted} is not null and ${batchRows.warnings} <> '[]'::jsonb`;

async function sentRows(ctx: Ctx, batch: Batch, lines: number[]): Promise<SentRow[]> {
  if (lines.length === 0) return [];
  const found = await ctx.db
    .select({ row: batchRows, order: transactions, ...OUTCOME })
    .from(batchRows)
    .leftJoin(transactions, eq(transactions.id, batchRows.transactionRow))
    .where(and(eq(batchRows.batchId, batch.id), inArray(batchRows.line, lines)))
    .orderBy(asc(batchRows.line));
  const doubts = await payeeDoubts(
    ctx.db,
    ctx,
    found.map(({ row }) => row),
  );
  const sees = seesPii(ctx);
  return found.map(({ row, order, ...outcome }): SentRow => {
    const { line, referenceId, terms, fields, excludedBy, excludedReason, accepted, warnings, replacedBy } = row;
    const holder = terms?.destinationAccountName ?? fields.destinationAccountName;
    const account = terms?.destinationAccount ?? fields.destinationAccount;
    const words = (text: string) => (sees ? text : without(text, [holder, account]));
    const reason = excludedReason ?? accepted?.reason ?? null;
    // What the payee book says by now is nothing about a payout that has left.
    const mayLeave = order === null || hasNotLeft(order.submission);
    return {
      ...{ line, referenceId, holder: sees ? holder : maskedName(holder) },
      account: sees ? account : maskedAccount(account),
      bank: [terms?.destinationName ?? fields.destinationName, terms?.destinationBranchName].filter(Boolean).join(" "),
      ...{ currency: row.currency ?? "", amount: row.amount === null ? "" : plainAmount(row.amount) },
      memo: words(terms?.purpose ?? ""),
      ...{ payee: mayLeave ? doubts(row) : null, warnings, reason: reason === null ? null : words(reason) },
      ...{ replacedBy, group: excludedBy === null ? groupOfRow(outcome, batch.state) : "excluded" },
      order:
        order && transactionRow(order, { hold: hasNotLeft(order.submission) ? order.heldReason : null, frozen: false }),
    };
  });
}

const isPaid = and(isNull(batchRows.excludedBy), isNotNull(batchRows.terms));

/** What an approver should know of a batch besides its totals; null where it was never requested. */
export async function getBatchReview(ctx: Ctx, { batchId }: { batchId: string }): Promise<BatchReview | null> {
  requirePermission(ctx, "transactions:read");
  const batch = await findBatch(ctx, batchId);
  if (!batch) return null;
  const rows = await rowsOf(ctx.db, batchId);
  const paid = rows.filter(({ excludedBy, terms }) => excludedBy === null && terms !== null);
  const doubts = await payeeDoubts(ctx.db, ctx, paid);
  const largest = await ctx.db
    .select({ line: batchRows.line })
    .from(batchRows)
    .where(and(eq(batchRows.batchId, batchId), isPaid))
    .orderBy(desc(batchRows.amount), asc(batchRows.line))
    .limit(LARGEST);
  const countOf = (doubt: PayeeDoubt) => paid.filter((row) => doubts(row) === doubt).length;
  const accepted = paid.filter((row) => row.accepted !== null && row.warnings.length > 0);
  const shown = await sentRows(
    ctx,
    batch,
    largest.map(({ line }) => line),
  );
  return {
    largest: largest.flatMap(({ line }) => shown.find((row) => row.line === line) ?? []),
    ...{ newPayees: countOf("new"), otherHolders: countOf("other_holder") },
    ...{ blockedPayees: countOf("payee_blocked"), undecidedPayees: countOf("payee_undecided") },
    changedPayees: countOf("payee_changed"),
    accepted: await sentRows(
      ctx,
      batch,
      accepted.slice(0, ACCEPTED_MAX).map(({ line }) => line),
    ),
    acceptedCount: accepted.length,
    excluded: rows.filter(({ excludedBy }) => excludedBy !== null).length,
    before: await comparedWithBefore(ctx, batch, paid),
  };
}

const termsKey = ({ payeeKey, currency, amount }: BatchRow) => `${payeeKey} ${currency} ${plainAmount(amount ?? "0")}`;

async function comparedWithBefore(ctx: Ctx, batch: Batch, paid: BatchRow[]): Promise<BatchReview["before"]> {
  const before = await newestRun(ctx.db, batch, batch.run);
  if (!before) return null;
  const earlier = await rowsWhere(ctx.db, before.id, isPaid);
  const [now, then] = [paid, earlier].map((rows) => Map.groupBy(rows, termsKey));
  const common = (key: string) => Math.min(now?.get(key)?.length ?? 0, then?.get(key)?.length ?? 0);
  const same = [...(now?.keys() ?? [])].reduce((all, key) => all + common(key), 0);
  const { runReason } = batch;
  const shown = await shownTexts(ctx, batch.id, [runReason]);
  return {
    ...{ batchId: before.id, run: before.run, reason: runReason && shown(runReason) },
    ...{ added: paid.length - same, gone: earlier.length - same, same },
  };
}
