import "server-only";
import { and, asc, eq, inArray, lt } from "drizzle-orm";
import { batches } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { scopesCover } from "@/lib/auth/api-scopes";
import type { Ctx } from "@/lib/auth/context";
import { holdersOf, keysKnownTo } from "@/lib/auth/key-holders";
import { may } from "@/lib/auth/permissions";
import { WINDOW_MS } from "@/lib/limits/rules";
import type { RequesterView } from "@/lib/transactions/schema";
import { isNewAccount, requesterProblem, type UserNow } from "./approvers";

type Asked = { requestedBy: string; requestedAt: Date };

/** Who requested a payout or a batch, and what an approver should know of them, in this environment. */
export async function requesterOf(
  { db, environment, actor }: Pick<Ctx, "db" | "environment" | "actor">,
  { requestedBy, requestedAt }: Asked,
): Promise<{ user: UserNow; view: RequesterView }> {
  const { id, role, disabledAt, createdAt } = users;
  const isEarlier = (of: typeof withdrawals | typeof batches) =>
    and(eq(of.requestedBy, requestedBy), lt(of.requestedAt, requestedAt));
  const [[user], payouts, files, shares] = await Promise.all([
    db.select({ id, role, disabledAt, createdAt }).from(users).where(eq(id, requestedBy)),
    db
      .select({ id: transactions.id })
      .from(withdrawals)
      .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
      .where(and(eq(transactions.environment, environment), isEarlier(withdrawals)))
      .limit(1),
    db.$count(batches, and(eq(batches.environment, environment), isEarlier(batches))),
    actor.kind === "user" && may(actor.role, "withdrawals:approve")
      ? sharesOf({ db, environment }, { requestedBy, requestedAt })
      : null,
  ]);
  if (!user) throw new Error("a person is never removed");
  const view = {
    problem: requesterProblem(user),
    isFirstRequest: payouts.length + files === 0,
    isNewAccount: isNewAccount(user.createdAt, requestedAt),
    shares,
  };
  return { user, view };
}

/** Whose requests the rules of 24 hours count with those of this requester. Only who decides reads who knows a secret. */
async function sharesOf(
  { db, environment }: Pick<Ctx, "db" | "environment">,
  { requestedBy, requestedAt }: Asked,
): Promise<RequesterView["shares"]> {
  const isHolder = inArray(users.id, await holdersOf(db, requestedBy));
  const holders = await db.select({ name: users.name }).from(users).where(isHolder).orderBy(asc(users.name));
  if (holders.length > 0) return { kind: "holders", names: holders.map(({ name }) => name) };
  const since = new Date(requestedAt.getTime() - WINDOW_MS);
  const keys = (await keysKnownTo(db, [requestedBy])).filter(
    (key) =>
      key.environment === environment &&
      scopesCover(key.scopes, "withdrawals:create") &&
      [key.revokedAt, key.expiresAt].every((end) => end === null || end > since),
  );
  const names = keys.map(({ name }) => name);
  return names.length > 0 ? { kind: "keys", names } : null;
}
