import "server-only";
import { eq } from "drizzle-orm";
import { deposits } from "@/drizzle/schema/deposits";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { alteredOrders, freezeAltered } from "@/lib/transactions/submission/integrity";
import type { Deps, OrderType } from "@/lib/transactions/submission/order-type";
import { isCorrectable } from "@/lib/transactions/submission/submission";
import { termsOnRecord } from "./request";

/** What a deposit is to the core of orders. */
export const DEPOSIT: OrderType<typeof deposits.$inferSelect> = {
  type: "DEPOSIT",
  noun: "deposit",
  prefix: "DP",
  intents: deposits,
  find: (db, where) =>
    db
      .select({ order: transactions, intent: deposits })
      .from(deposits)
      .innerJoin(transactions, eq(transactions.id, deposits.transactionRow))
      .where(where)
      .orderBy(transactions.id),
  recorded: async (_deps, found) =>
    found.map(({ order, intent }) => ({
      ...{ order, digest: intent.digest, requestedBy: intent.requestedBy },
      terms: termsOnRecord(order, intent),
      // No money leaves by a deposit, so it needs no approval.
      approvals: [],
    })),
  // One that failed at the service is not replaced: a new one cannot pay twice.
  mayCorrect: ({ submission, conflict }) => isCorrectable(submission) && !conflict,
};

/** Freezes deposits whose records were changed before they were sent. */
export async function freezeAlteredDeposits(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:recover");
  await freezeAltered(ctx, DEPOSIT);
}

export const alteredDeposits = (deps: Deps) => alteredOrders(deps, DEPOSIT);
