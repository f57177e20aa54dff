import "server-only";
import { and, eq, lt } from "drizzle-orm";
import { batches } from "@/drizzle/schema/batches";
import { users } from "@/drizzle/schema/users";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Db } from "@/lib/db/connection";
import type { RequesterView } from "@/lib/transactions/schema";
import { isNewAccount, requesterProblem, type UserNow } from "./approvers";

type Asked = { requestedBy: string; requestedAt: Date };

/** Who requested a payout or a batch, and what an approver should know of them. */
export async function requesterOf(
  db: Db,
  { requestedBy, requestedAt }: Asked,
): Promise<{ user: UserNow; view: RequesterView }> {
  const { id, role, disabledAt, createdAt } = users;
  const [[user], payouts, files] = await Promise.all([
    db.select({ id, role, disabledAt, createdAt }).from(users).where(eq(id, requestedBy)),
    db.$count(withdrawals, and(eq(withdrawals.requestedBy, requestedBy), lt(withdrawals.requestedAt, requestedAt))),
    db.$count(batches, and(eq(batches.requestedBy, requestedBy), lt(batches.requestedAt, requestedAt))),
  ]);
  if (!user) throw new Error("a person is never removed");
  const view = {
    problem: requesterProblem(user),
    isFirstRequest: payouts + files === 0,
    isNewAccount: isNewAccount(user.createdAt, requestedAt),
  };
  return { user, view };
}
