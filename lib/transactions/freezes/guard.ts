import "server-only";
import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { approvals } from "@/drizzle/schema/approvals";
import { deposits } from "@/drizzle/schema/deposits";
import { freezes } from "@/drizzle/schema/freezes";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { keysKnownTo } from "@/lib/auth/key-holders";
import type { Db, Tx } from "@/lib/db/connection";
import { lockNamed, lockNamedShared } from "@/lib/db/locks";
import type { Environment } from "@/lib/environment";

const lockName = (environment: Environment) => `freezes/${environment}`;

/**
 * Held by every claim until its commit, so that no claim follows a committed freeze. Whether a freeze blocks the order is
 * read under the order's own lock as well: an approval of a frozen user may have just been written.
 */
export const lockFreezesForClaim = (tx: Tx, environment: Environment) => lockNamedShared(tx, lockName(environment));

/** Waits for running claims, and blocks later ones until this change is committed. */
export const lockFreezes = (tx: Tx, environment: Environment) => lockNamed(tx, lockName(environment));

export const isOpenFreeze = (environment: Environment) =>
  and(eq(freezes.environment, environment), isNull(freezes.resumedAt));

/**
 * The freeze that blocks this order, or null: of the environment, the requester, one who knows the secret of the key that
 * requested it, or an approver who counts. The oldest, where there are several.
 */
export async function frozenBy(db: Db | Tx, { environment }: Pick<Ctx, "environment">, transactionRow: string) {
  // Each a new builder: a union changes the one that it begins with.
  const requesters = () =>
    union(
      db
        .select({ id: withdrawals.requestedBy })
        .from(withdrawals)
        .where(eq(withdrawals.transactionRow, transactionRow)),
      db.select({ id: deposits.requestedBy }).from(deposits).where(eq(deposits.transactionRow, transactionRow)),
    );
  const holders = () =>
    db
      .select({ id: sql<string>`unnest(${apiKeys.holders})`.as("holder") })
      .from(apiKeys)
      .where(inArray(apiKeys.id, requesters()));
  const approvers = db
    .select({ id: approvals.by })
    .from(approvals)
    .where(and(eq(approvals.transactionRow, transactionRow), eq(approvals.decision, "approved")));
  const involved = union(requesters(), holders(), approvers);
  const covers = or(isNull(freezes.userId), inArray(freezes.userId, involved));
  const [freeze] = await db
    .select({ id: freezes.id, userId: freezes.userId, isHolder: sql<boolean>`${freezes.userId} in (${holders()})` })
    .from(freezes)
    .where(and(isOpenFreeze(environment), covers))
    .orderBy(asc(freezes.frozenAt))
    .limit(1);
  return freeze ?? null;
}

/** Those of these orders that a freeze blocks. */
export async function frozenAmong({ db, environment }: Ctx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const open = await db.select({ userId: freezes.userId }).from(freezes).where(isOpenFreeze(environment));
  if (open.some(({ userId }) => userId === null)) return new Set(ids);
  const people = open.flatMap(({ userId }) => userId ?? []);
  if (people.length === 0) return new Set();
  const frozen = [...people, ...(await keysKnownTo(db, people)).map(({ id }) => id)];
  const approved = eq(approvals.decision, "approved");
  const found = await union(
    db
      .select({ id: withdrawals.transactionRow })
      .from(withdrawals)
      .where(and(inArray(withdrawals.transactionRow, ids), inArray(withdrawals.requestedBy, frozen))),
    db
      .select({ id: deposits.transactionRow })
      .from(deposits)
      .where(and(inArray(deposits.transactionRow, ids), inArray(deposits.requestedBy, frozen))),
    db
      .select({ id: approvals.transactionRow })
      .from(approvals)
      .where(and(inArray(approvals.transactionRow, ids), inArray(approvals.by, frozen), approved)),
  );
  return new Set(found.map(({ id }) => id));
}

/** Whether all withdrawals of this environment are frozen. */
export const isEnvironmentFrozen = async ({ db, environment }: Ctx): Promise<boolean> =>
  (await db.$count(freezes, and(isOpenFreeze(environment), isNull(freezes.userId)))) > 0;
