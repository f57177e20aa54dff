import "server-only";
import { and, eq, inArray, isNull, or } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { approvals } from "@/drizzle/schema/approvals";
import { deposits } from "@/drizzle/schema/deposits";
import { freezes } from "@/drizzle/schema/freezes";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
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

/** The freeze that blocks this order, or null: of the environment, the requester or an approver who counts. */
export async function frozenBy(db: Db | Tx, { environment }: Pick<Ctx, "environment">, transactionRow: string) {
  const involved = union(
    db.select({ id: withdrawals.requestedBy }).from(withdrawals).where(eq(withdrawals.transactionRow, transactionRow)),
    db.select({ id: deposits.requestedBy }).from(deposits).where(eq(deposits.transactionRow, transactionRow)),
    db
      .select({ id: approvals.by })
      .from(approvals)
      .where(and(eq(approvals.transactionRow, transactionRow), eq(approvals.decision, "approved"))),
  );
  const covers = or(isNull(freezes.userId), inArray(freezes.userId, involved));
  const [freeze] = await db
    .select({ id: freezes.id })
    .from(freezes)
    .where(and(isOpenFreeze(environment), covers))
    .limit(1);
  return freeze ?? null;
}

/** Those of these orders that a freeze blocks. */
export async function frozenAmong({ db, environment }: Ctx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const open = await db.select({ userId: freezes.userId }).from(freezes).where(isOpenFreeze(environment));
  if (open.some(({ userId }) => userId === null)) return new Set(ids);
  const frozen = open.flatMap(({ userId }) => userId ?? []);
  if (frozen.length === 0) return new Set();
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
