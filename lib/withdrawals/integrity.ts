import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { approvals } from "@/drizzle/schema/approvals";
import { transactions } from "@/drizzle/schema/transactions";
import { type Withdrawal, withdrawals } from "@/drizzle/schema/withdrawals";
import { attachedTo } from "@/lib/attachments/queries";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isCorrectablePayout } from "@/lib/transactions/submission/correctable";
import { alteredOrders, freezeAltered } from "@/lib/transactions/submission/integrity";
import type { Deps, OrderType } from "@/lib/transactions/submission/order-type";
import { batchesOf } from "./batch-orders";
import { chosenIn, digested, termsOnRecord } from "./request";

/** Withdrawals as an order type of the shared core. */
export const WITHDRAWAL: OrderType<Withdrawal> = {
  type: "WITHDRAW",
  noun: "withdrawal",
  prefix: "WD",
  intents: withdrawals,
  find: (db, where) =>
    db
      .select({ order: transactions, intent: withdrawals })
      .from(withdrawals)
      .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
      .where(where)
      .orderBy(transactions.id),
  async recorded({ db, vault }, found) {
    const rows = found.map(({ order }) => order.id);
    const approved = and(inArray(approvals.transactionRow, rows), eq(approvals.decision, "approved"));
    const given = Map.groupBy(await db.select().from(approvals).where(approved), (one) => one.transactionRow);
    const attached = await attachedTo(db, rows);
    const digests = found.map(({ order, intent }) => ({ transactionRow: order.id, digest: intent.digest }));
    const inBatches = await batchesOf({ db, vault }, digests);
    return found.map(({ order, intent }) => ({
      ...{ order, digest: intent.digest, requestedBy: intent.requestedBy },
      terms: digested(termsOnRecord(order, intent), {
        ...{ purpose: intent.purpose, attached: attached.get(order.id) ?? [], payee: chosenIn(intent) },
      }),
      approvals: given.get(order.id) ?? [],
      batch: inBatches.get(order.id),
    }));
  },
  mayCorrect: isCorrectablePayout,
};

/** Freezes queued withdrawals whose records were altered, so that approvers never see them. */
export async function freezeAlteredWithdrawals(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:recover");
  await freezeAltered(ctx, WITHDRAWAL);
}

export const alteredWithdrawals = (deps: Deps) => alteredOrders(deps, WITHDRAWAL);
