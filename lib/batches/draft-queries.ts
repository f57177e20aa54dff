import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { batches, batchRows } from "@/drizzle/schema/batches";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { countedBatch } from "@/lib/limits/counted-sums";
import { addAmounts } from "@/lib/money/amount";
import { lastFees } from "@/lib/transactions/fee-estimate";
import { newestBalance } from "@/lib/transactions/newest-balance";
import { rulesInForce } from "@/lib/withdrawals/approval-rule-changes";
import { approversNeeded } from "@/lib/withdrawals/approvals-needed";
import { isBatch, rowsOf } from "./access";
import { isBlocked } from "./draft-groups";
import { draftRows } from "./draft-rows";
import { newPayeeOf } from "./new-payee";
import type { DraftSummary, DraftView } from "./schema";

/** Every row of a draft, as it was read and as it was changed; null where there is no such batch. */
export async function getDraft(ctx: Ctx, { batchId }: { batchId: string }): Promise<DraftView | null> {
  requirePermission(ctx, "transactions:read");
  // Read first: a change that comes between is then read again, as its count is higher.
  const edits = await editsOf(ctx, batchId);
  return edits === null ? null : { edits, rows: await draftRows(ctx.db, ctx, await rowsOf(ctx.db, batchId)) };
}

async function editsOf(ctx: Ctx, batchId: string): Promise<number | null> {
  const [found] = await ctx.db.select({ edits: batches.edits }).from(batches).where(isBatch(ctx, batchId));
  return found?.edits ?? null;
}

/** What the reader would ask for by requesting the draft as it is. It is counted again, under locks, when they do. */
export async function getDraftSummary(ctx: Ctx, { batchId }: { batchId: string }): Promise<DraftSummary | null> {
  requirePermission(ctx, "withdrawals:create");
  if ((await editsOf(ctx, batchId)) === null) return null;
  const { currency, amount, payeeKey, warnings } = batchRows;
  const rows = await ctx.db
    .select({ currency, amount, payeeKey, warnings })
    .from(batchRows)
    .where(and(eq(batchRows.batchId, batchId), isNull(batchRows.excludedBy)));
  const payable = rows.flatMap(({ currency: of, amount: paid, payeeKey: key, ...row }) =>
    of === null || paid === null || isBlocked(row) ? [] : { currency: of, amount: paid, payeeKey: key ?? "" },
  );
  const rules = await rulesInForce(ctx.db, ctx.environment);
  const totals: DraftSummary["totals"] = [];
  for (const [of, own] of [...Map.groupBy(payable, (row) => row.currency)].sort()) {
    const counted = await countedBatch(ctx.db, ctx, { currency: of, requestedBy: ctx.actor.id, rows: own });
    const total = own.reduce((sum, one) => addAmounts(sum, one.amount), "0");
    const amounts = own.map((one) => one.amount);
    totals.push({
      ...{ currency: of, count: own.length, amount: total, counted },
      fees: await lastFees(ctx.db, ctx, { type: "WITHDRAW", currency: of, amounts }),
      available: (await newestBalance(ctx.db, ctx, of))?.available ?? null,
    });
  }
  const sums = totals.map(({ currency: of, counted }) => ({ currency: of, amount: counted.amount }));
  const newPayee = await newPayeeOf(ctx.db, ctx, payable);
  return { totals, approvers: approversNeeded(rules, sums, newPayee), hasNewPayee: newPayee !== null };
}
