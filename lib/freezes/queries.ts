import "server-only";
import { and, asc, eq, isNotNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { freezes } from "@/drizzle/schema/freezes";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { scopesCover } from "@/lib/auth/api-scopes";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { countOtherHolders, openProposals } from "@/lib/auth/dual-control";
import { keysKnownTo } from "@/lib/auth/key-holders";
import { may } from "@/lib/auth/permissions";
import { typedTextFor } from "@/lib/pii/access";
import { isOpenFreeze } from "@/lib/transactions/freezes/guard";
import { RESUMPTION } from "./commands";
import type { AfterChange, FreezableUser, FreezeView } from "./schema";

const frozen = alias(users, "frozen");

/** What is frozen in this environment, the oldest first. */
export async function listFreezes(ctx: Ctx): Promise<FreezeView[]> {
  requirePermission(ctx, "activity:read");
  const resumptions = await openProposals(ctx, RESUMPTION);
  const rows = await ctx.db
    .select({ freeze: freezes, by: users.name, user: frozen.name, holders: apiKeys.holders })
    .from(freezes)
    .leftJoin(users, eq(users.id, freezes.frozenBy))
    .leftJoin(frozen, eq(frozen.id, freezes.userId))
    .leftJoin(apiKeys, eq(apiKeys.id, freezes.userId))
    .where(isOpenFreeze(ctx.environment))
    .orderBy(asc(freezes.frozenAt));
  const { id: me } = ctx.actor;
  const typed = typedTextFor(ctx);
  const readsHolders = ctx.actor.kind === "user" && may(ctx.actor.role, "freezes:freeze");
  const keysOf = await requestingKeys(
    ctx,
    rows.flatMap(({ freeze }) => (readsHolders && freeze.userId) || []),
  );
  const shown = rows.map(async ({ freeze, by, user, holders }) => ({
    ...{ id: freeze.id, cause: freeze.cause, user, reason: typed(freeze.reason), by },
    keys: freeze.userId === null ? [] : keysOf(freeze.userId),
    at: freeze.frozenAt.toISOString(),
    isOwn: freeze.userId === me || (holders ?? []).includes(me),
    deciders: await countOtherHolders(
      ctx.db,
      [freeze.userId, holders].flatMap((excluded) => excluded ?? []),
      "freezes:resume",
    ),
    resumption: resumptions.find(({ subject }) => subject === freeze.id)?.proposal ?? null,
  }));
  return Promise.all(shown);
}

/**
 * Who is active and may request or approve payouts, or knows the secret of a key that may request, also where they are
 * disabled: freezing them has an effect. A key may where its scopes cover it, in its own environment, until it expires.
 */
export async function listFreezable(ctx: Ctx): Promise<FreezableUser[]> {
  requirePermission(ctx, "freezes:freeze");
  const all = await ctx.db
    .select({ id: users.id, name: users.name, role: users.role, disabledAt: users.disabledAt, key: apiKeys })
    .from(users)
    .leftJoin(apiKeys, eq(apiKeys.id, users.id))
    .orderBy(asc(users.name), asc(users.id));
  const keysOf = await requestingKeys(
    ctx,
    all.map(({ id }) => id),
  );
  return all
    .map(({ disabledAt, ...user }) => ({ ...user, disabled: disabledAt !== null, keys: keysOf(user.id) }))
    .filter(({ role, key, keys, disabled }) =>
      key ? mayRequest(ctx, key) : keys.length > 0 || (!disabled && ACTS.some((one) => may(role, one))),
    )
    .map(({ key: _key, ...user }) => user);
}

const ACTS = ["withdrawals:create", "withdrawals:approve", "deposits:create"] as const;

type Key = typeof apiKeys.$inferSelect;

const mayRequest = ({ environment, now }: Ctx, { environment: of, scopes, expiresAt, revokedAt }: Key) =>
  of === environment &&
  revokedAt === null &&
  (expiresAt === null || expiresAt > now()) &&
  ACTS.some((one) => scopesCover(scopes, one));

/** The keys that may request here, by those of these people who know the secret. */
async function requestingKeys(ctx: Ctx, people: string[]) {
  const known = people.length === 0 ? [] : await keysKnownTo(ctx.db, people);
  const keys = known.filter((key) => mayRequest(ctx, key));
  return (id: string) => keys.filter(({ holders }) => holders.includes(id)).map(({ name }) => name);
}

/** The most that is listed; the count states the total. */
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
