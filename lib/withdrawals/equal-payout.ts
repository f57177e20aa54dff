import "server-only";
import { and, desc, eq, gte, isNull, notInArray, or } from "drizzle-orm";
import { batches, batchRows, isPendingBatch, isWaitingRow } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { type PayeeAccount, payeeKey } from "@/lib/limits/payee";
import { isDiscrepant } from "@/lib/transactions/list/needs-action";
import { isFinal, STATUSES } from "@/lib/transactions/status/status";
import { CAME_TO_NOTHING } from "@/lib/transactions/submission/submission";
import type { EqualPayout } from "./advice-view";

const REPEAT_WITHIN_MS = 24 * 60 * 60 * 1000;
const FINAL = STATUSES.filter(isFinal);

/** `besides`: orders that are none of these. */
type Account = PayeeAccount & { currency: string; besides: string[] };

/** Orders to the same account, however it was typed. */
export const isToAccount = ({ environment }: Ctx, { currency, besides, ...account }: Account) =>
  and(
    eq(transactions.environment, environment),
    eq(transactions.currency, currency),
    eq(withdrawals.payeeKey, payeeKey(account)),
    notInArray(transactions.id, besides),
  );

/**
 * The newest order of the same amount to the same account that was requested within a day, may still complete or has
 * an open discrepancy; null where there is none.
 */
export async function equalPayout(
  db: Db | Tx,
  ctx: Ctx,
  { amount, ...account }: Account & { amount: string },
): Promise<EqualPayout | null> {
  const { referenceId, createdAt } = transactions;
  const recently = gte(createdAt, new Date(ctx.now().getTime() - REPEAT_WITHIN_MS));
  const notGone = notInArray(transactions.submission, CAME_TO_NOTHING);
  // Any order that may still complete is a duplicate at any age: awaiting approval, unknown or accepted.
  const inFlight = or(isNull(transactions.status), notInArray(transactions.status, FINAL));
  const [found] = await db
    .select({ referenceId, createdAt, by: users.name })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .innerJoin(users, eq(users.id, withdrawals.requestedBy))
    .where(
      and(isToAccount(ctx, account), eq(transactions.amount, amount), notGone, or(recently, inFlight, isDiscrepant)),
    )
    .orderBy(desc(createdAt), desc(transactions.id))
    .limit(1);
  return found ? { referenceId: found.referenceId, at: found.createdAt.toISOString(), by: found.by } : null;
}

type Payout = Record<"payeeKey" | "currency" | "amount", string>;

/** `besides`: orders that are replaced by another one: a row that retries one of them is not sent. */
type Coming = Payout & { besides: string[] };

/** Rows of requested batches that pay the same and are no orders yet. */
export const rowsToCome = (
  db: Db | Tx,
  { environment }: Ctx,
  { payeeKey: account, currency, amount, besides }: Coming,
) =>
  db
    .select({ batchId: batches.id, name: batches.name })
    .from(batchRows)
    .innerJoin(batches, eq(batches.id, batchRows.batchId))
    .where(
      and(
        ...[eq(batches.environment, environment), isPendingBatch, isWaitingRow(batchRows)],
        ...[eq(batchRows.payeeKey, account), eq(batchRows.currency, currency), eq(batchRows.amount, amount)],
        or(isNull(batchRows.replaces), notInArray(batchRows.replaces, besides)),
      ),
    );
