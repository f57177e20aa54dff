import "server-only";
import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { deposits } from "@/drizzle/schema/deposits";
import { transactions } from "@/drizzle/schema/transactions";
import { type Withdrawal, withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { readPage } from "@/lib/db/keyset";
import { readFresh } from "@/lib/db/replica";
import { err, ok, type Result } from "@/lib/result";
import { orderList } from "@/lib/transactions/list/conditions";
import { orderRows } from "@/lib/transactions/list/order-rows";
import { isPaid } from "@/lib/transactions/status/status";
import { payerView, recipientView } from "@/lib/transactions/to-view";
import type { ApiProblem } from "./problem";
import type { OrderAnswer, ordersAnswer, ordersQuery } from "./shapes";

/** One order, as it is known now. */
export async function getOrder(
  ctx: Ctx,
  { referenceId }: { referenceId: string },
): Promise<Result<OrderAnswer, ApiProblem>> {
  requirePermission(ctx, "transactions:read");
  const [found] = await read(ctx, eq(transactions.referenceId, referenceId));
  return found ? ok(found.answer) : err({ code: "not_found" });
}

/** A page of orders, the newest first. */
export async function listOrderBook(
  ctx: Ctx,
  { after, playerId: player, state, ...filter }: z.output<typeof ordersQuery>,
): Promise<Result<z.output<typeof ordersAnswer>, ApiProblem>> {
  requirePermission(ctx, "transactions:read");
  return readFresh(ctx, async (reader) => {
    const list = orderList(reader, {
      ...{ list: "transactions", show: "all", sort: "newest", player, ...filter },
      state: state === undefined ? undefined : [state],
    });
    // A filter of the console has those that were resolved, too.
    const open = state === "discrepancy" ? [isNull(transactions.resolvedAt)] : [];
    const { ids, below } = await readPage(
      reader.db,
      { ...list, filters: [...(list.filters ?? []), ...open] },
      after === undefined ? undefined : { kind: "after", place: after },
    );
    const rows = ids.length === 0 ? [] : await read(reader, inArray(transactions.id, ids));
    const byId = new Map(rows.map(({ id, answer }) => [id, answer]));
    return ok({ data: ids.flatMap((id) => byId.get(id) ?? []), next: below });
  });
}

async function read(ctx: Ctx, which: SQL): Promise<{ id: string; answer: OrderAnswer }[]> {
  const rows = await ctx.db
    .select({ order: transactions, withdrawal: withdrawals, deposit: deposits })
    .from(transactions)
    .leftJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .leftJoin(deposits, eq(deposits.transactionRow, transactions.id))
    .where(and(eq(transactions.environment, ctx.environment), which));
  const found = await orderRows(ctx, rows);
  return found.map(({ order, row, withdrawal, deposit }) => {
    const { fee, netAmount, actualAmount } = order;
    const { referenceId, transactionId, type, currency, amount, playerId, submission, status, evidence } = row;
    const discrepancy = row.conflict && !row.resolved;
    const answer = {
      ...{ referenceId, transactionId, type, currency, amount, fee, netAmount, actualAmount, playerId },
      ...{ submission, status, evidence, discrepancy, held: row.hold !== null || row.frozen },
      paid: isPaid(status) && evidence !== null && !row.conflict,
      paidAt: row.paid?.at ?? null,
      recipient: withdrawal ? recipientOf(ctx, withdrawal) : deposit && payerOf(ctx, deposit),
      ...{ createdAt: row.createdAt, updatedAt: row.updatedAt },
    };
    return { id: order.id, answer };
  });
}

function recipientOf(ctx: Ctx, withdrawal: Withdrawal): OrderAnswer["recipient"] {
  const view = recipientView(ctx, withdrawal);
  const bank = [view.destinationName, view.destinationBranchName].filter(Boolean).join(" ");
  return { bank, account: view.destinationAccount, name: view.destinationAccountName };
}

function payerOf(ctx: Ctx, deposit: typeof deposits.$inferSelect): OrderAnswer["recipient"] {
  const { payerAccount: account, payerAccountName: name } = payerView(ctx, deposit);
  return { bank: null, account, name };
}
