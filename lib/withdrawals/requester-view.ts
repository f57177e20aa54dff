import "server-only";
import { and, eq, lt } from "drizzle-orm";
import { batches } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import type { RequesterView } from "@/lib/transactions/schema";
import { isNewAccount, requesterProblem, type UserNow } from "./approvers";

type Asked = { requestedBy: string; requestedAt: Date };

/** Who requested a payout or a batch, and what an approver should know of them, in this environment. */
export async function requesterOf(
  { db, environment }: Pick<Ctx, "db" | "environment">,
  { requestedBy, requestedAt }: Asked,
): Promise<{ user: UserNow; view: RequesterView }> {
  const { id, role, disabledAt, createdAt } = users;
  const isEarlier = (of: typeof withdrawals | typeof batches) =>
    and(eq(of.requestedBy, requestedBy), lt(of.requestedAt, requestedAt));
  const [[user], payouts, files] = await Promise.all([
    db.select({ id, role, disabledAt, createdAt }).from(users).where(eq(id, requestedBy)),
    db
      .select({ id: transactions.id })
      .from(withdrawals)
      .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
      .where(and(eq(transactions.environment, environment), isEarlier(withdrawals)))
      .limit(1),
    db.$count(batches, and(eq(batches.environment, environment), isEarlier(batches))),
  ]);
  if (!user) throw new Error("a person is never removed");
  const view = {
    problem: requesterProblem(user),
    isFirstRequest: payouts.length + files === 0,
    isNewAccount: isNewAccount(user.createdAt, requestedAt),
  };
  return { user, view };
}
