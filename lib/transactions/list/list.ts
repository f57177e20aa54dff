import "server-only";
import { eq, inArray, sql } from "drizzle-orm";
import { deposits } from "@/drizzle/schema/deposits";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { DECIDE_UNTIL, type Withdrawal, withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { readPage } from "@/lib/db/keyset";
import { readFresh } from "@/lib/db/replica";
import type { OrderPage, OrderRow, OrdersAsked } from "@/lib/transactions/schema";
import { isAwaitingApproval } from "@/lib/transactions/submission/submission";
import { payerView, recipientView } from "@/lib/transactions/to-view";
import { orderList } from "./conditions";
import { orderRows } from "./order-rows";
import { toDoIn } from "./to-do";

/** A page of orders that match the filter, and how many of all of them wait for users. */
export async function listOrders(ctx: Ctx, { anchor, ...filter }: OrdersAsked): Promise<OrderPage> {
  requirePermission(ctx, "transactions:read");
  return readFresh(ctx, async (reader) => {
    const [{ ids, ...page }, toDo] = await Promise.all([
      readPage(reader.db, orderList(reader, filter), anchor),
      toDoIn(reader, filter.list),
    ]);
    return { ...page, toDo, rows: await readOrders(reader, ids) };
  });
}

/** These orders with their parties, in this order. */
async function readOrders(ctx: Ctx, ids: string[]): Promise<OrderRow[]> {
  const read = await ctx.db
    .select({ order: transactions, withdrawal: withdrawals, deposit: deposits, by: users.name, until: DECIDE_UNTIL })
    .from(transactions)
    .leftJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .leftJoin(deposits, eq(deposits.transactionRow, transactions.id))
    .leftJoin(users, eq(users.id, sql`coalesce(${withdrawals.requestedBy}, ${deposits.requestedBy})`))
    .where(inArray(transactions.id, ids));
  const placeOf = new Map(ids.map((id, at) => [id, at]));
  const found = read.toSorted((a, b) => (placeOf.get(a.order.id) ?? 0) - (placeOf.get(b.order.id) ?? 0));
  return (await orderRows(ctx, found)).map(({ row, withdrawal, deposit, by, until }) => ({
    ...row,
    party: withdrawal ? recipientOf(ctx, withdrawal) : deposit && payerOf(ctx, deposit),
    requestedBy: by,
    decideBy: isAwaitingApproval(row.submission) ? (until?.toISOString() ?? null) : null,
  }));
}

function recipientOf(ctx: Ctx, withdrawal: Withdrawal): OrderRow["party"] {
  const { destinationAccountName, destinationName, destinationBranchName, destinationAccount } = recipientView(
    ctx,
    withdrawal,
  );
  const bank = [destinationName, destinationBranchName].filter(Boolean).join(" ");
  return { name: destinationAccountName, bank, account: destinationAccount };
}

const payerOf = (ctx: Ctx, deposit: typeof deposits.$inferSelect): OrderRow["party"] => ({
  name: payerView(ctx, deposit).payerAccountName,
  bank: null,
  account: null,
});
