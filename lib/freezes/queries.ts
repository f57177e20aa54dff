import "server-only";
import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { freezeResumptions, freezes } from "@/drizzle/schema/freezes";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isOpen } from "@/lib/auth/dual-control";
import { may } from "@/lib/auth/permissions";
import { isOpenFreeze } from "@/lib/transactions/freezes/guard";
import type { AfterChange, FreezablePerson, FreezeView } from "./schema";

const frozen = alias(users, "frozen");
const proposer = alias(users, "proposer");

/** What is frozen in this environment, the oldest first. */
export async function listFreezes(ctx: Ctx): Promise<FreezeView[]> {
  requirePermission(ctx, "activity:read");
  const rows = await ctx.db
    .select({
      freeze: freezes,
      by: users.name,
      person: frozen.name,
      proposal: freezeResumptions,
      proposer: proposer.name,
    })
    .from(freezes)
    .leftJoin(users, eq(users.id, freezes.frozenBy))
    .leftJoin(frozen, eq(frozen.id, freezes.personId))
    .leftJoin(freezeResumptions, and(eq(freezeResumptions.freezeId, freezes.id), isOpen(freezeResumptions)))
    .leftJoin(proposer, eq(proposer.id, freezeResumptions.proposedBy))
    .where(isOpenFreeze(ctx.environment))
    .orderBy(asc(freezes.frozenAt));
  const { id: me } = ctx.actor;
  return rows.map(({ freeze, by, person, proposal, proposer }) => ({
    ...{ id: freeze.id, cause: freeze.cause, person, reason: freeze.reason, by },
    at: freeze.frozenAt.toISOString(),
    isOwn: freeze.personId === me,
    resumption: proposal && {
      ...{ id: proposal.id, by: proposer ?? "", at: proposal.proposedAt.toISOString() },
      isOwn: proposal.proposedBy === me,
    },
  }));
}

/** Who is active and may request or approve payouts, so that freezing them has an effect. */
export async function listFreezable(ctx: Ctx): Promise<FreezablePerson[]> {
  requirePermission(ctx, "freezes:freeze");
  const active = await ctx.db
    .select({ id: users.id, name: users.name, role: users.role })
    .from(users)
    .where(isNull(users.disabledAt))
    .orderBy(asc(users.name), asc(users.id));
  const acts = ["withdrawals:create", "withdrawals:approve", "deposits:create"] as const;
  return active.filter(({ role }) => acts.some((permission) => may(role, permission)));
}

/** More than a person goes through at once; the count says how many there are. */
const SHOWN = 100;

/** What may be missing after the database changed: orders that it may have lost track of. Null while it has not. */
export async function afterDatabaseChange(ctx: Ctx): Promise<AfterChange | null> {
  requirePermission(ctx, "freezes:freeze");
  const [freeze] = await ctx.db
    .select({ change: freezes.databaseChange })
    .from(freezes)
    .where(and(isOpenFreeze(ctx.environment), eq(freezes.cause, "database_changed")));
  if (!freeze?.change) return null;
  const { referenceId, type, currency, amount, submission, status, createdAt } = transactions;
  const marked = and(eq(transactions.environment, ctx.environment), isNotNull(transactions.possiblySentUntil));
  const [count, inQuestion] = await Promise.all([
    ctx.db.$count(transactions, marked),
    ctx.db
      .select({ referenceId, type, currency, amount, submission, status })
      .from(transactions)
      .where(marked)
      .orderBy(asc(createdAt))
      .limit(SHOWN),
  ]);
  const { differences, missing } = freeze.change;
  return { differences, missing, count, inQuestion };
}
