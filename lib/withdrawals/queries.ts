import "server-only";
import { and, desc, eq, gte, inArray, isNull, ne, notInArray, type SQL } from "drizzle-orm";
import { people } from "@/drizzle/schema/people";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isPaid, STATUSES } from "@/lib/transactions/state";
import { isReissuable, SUBMISSIONS } from "@/lib/transactions/submission";
import { recipientView, transactionRow } from "@/lib/transactions/view";
import type { Advice, AdvisedTerms, WithdrawalRow } from "./schema";

/** A list shows this many; older ones are found by their id. */
const PAGE = 100;

/** The newest withdrawals that were requested here. */
export async function listWithdrawals(ctx: Ctx): Promise<WithdrawalRow[]> {
  requirePermission(ctx, "transactions:read");
  const rows = await ctx.db
    .select({ order: transactions, intent: withdrawals, requestedBy: people.name })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .innerJoin(people, eq(people.id, withdrawals.requestedBy))
    .where(eq(transactions.environment, ctx.environment))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(PAGE);
  return rows.map(({ order, intent, requestedBy }) => ({
    ...transactionRow(order),
    recipient: recipientView(ctx, intent),
    requestedBy,
  }));
}

const REPEAT_WITHIN_MS = 24 * 60 * 60 * 1000;
const PAID = STATUSES.filter(isPaid);
/** Refused, or proven never created: to send the same again is what a person means to do. */
const GONE = SUBMISSIONS.filter(isReissuable);

/** What speaks against these terms, out of our own record: what other systems of the merchant paid is not in it. */
export async function adviceFor(ctx: Ctx, terms: AdvisedTerms): Promise<Advice[]> {
  requirePermission(ctx, "withdrawals:create");
  const { currency, amount, destinationBranchCode: branch, destinationAccountName } = terms;
  const sameAccount = and(
    eq(transactions.environment, ctx.environment),
    eq(transactions.currency, currency),
    eq(withdrawals.destination, terms.destination),
    eq(withdrawals.destinationAccount, terms.destinationAccount),
    branch === "" ? isNull(withdrawals.destinationBranchCode) : eq(withdrawals.destinationBranchCode, branch),
  );
  const newest = async (more: SQL | undefined) => {
    const [found] = await ctx.db
      .select({ order: transactions, holder: withdrawals.destinationAccountName })
      .from(withdrawals)
      .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
      .where(and(sameAccount, more))
      .orderBy(desc(transactions.createdAt), desc(transactions.id))
      .limit(1);
    return found ?? null;
  };

  const recently = gte(transactions.createdAt, new Date(ctx.now().getTime() - REPEAT_WITHIN_MS));
  const standing = notInArray(transactions.submission, GONE);
  const [repeat, paid, other] = await Promise.all([
    newest(and(eq(transactions.amount, amount), recently, standing)),
    newest(inArray(transactions.status, PAID)),
    newest(ne(withdrawals.destinationAccountName, destinationAccountName)),
  ]);
  const advice: Advice[] = [];
  if (repeat) {
    const { referenceId, createdAt } = repeat.order;
    advice.push({ kind: "repeat", referenceId, at: createdAt.toISOString() });
  }
  if (other) advice.push({ kind: "other holder", holder: other.holder, referenceId: other.order.referenceId });
  if (!paid) advice.push({ kind: "never paid" });
  return advice;
}
