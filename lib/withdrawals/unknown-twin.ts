import "server-only";
import { and, eq, notInArray, or } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { possiblySent } from "@/lib/transactions/submission/possibly-sent";

/** Of an order, or the columns of a query around this one. */
type Payout = Record<"payeeKey" | "currency" | "amount", string | PgColumn>;

/**
 * Orders of the same amount to the same account whose outcome is unknown. Until that is resolved, nothing is paid again:
 * an impatient second request is how a payee gets the money twice. `besides`: orders that are none of them.
 */
export const unknownTwins = (
  db: Db | Tx,
  { environment }: Ctx,
  { payeeKey, currency, amount }: Payout,
  besides: string[] = [],
) =>
  db
    .select({ referenceId: transactions.referenceId })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(
      and(
        eq(transactions.environment, environment),
        eq(withdrawals.payeeKey, payeeKey),
        eq(transactions.currency, currency),
        eq(transactions.amount, amount),
        or(eq(transactions.submission, "unknown"), possiblySent),
        notInArray(transactions.id, besides),
      ),
    );
