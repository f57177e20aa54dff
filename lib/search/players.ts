import "server-only";
import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { registrations } from "@/drizzle/schema/registrations";
import type { Ctx } from "@/lib/auth/context";
import { begins, ends, inPrefixOrder, reversed } from "@/lib/db/prefix";
import { type Bounds, type NameQuery, queriesByName, queriesByNear } from "./names";
import type { SearchTerms } from "./parse-query";
import { because, type PlayerFound } from "./results";

const { playerId, nameKey: key, createdAt: at } = registrations;

const registrationsWhere = (ctx: Ctx, limit: number, where: SQL | undefined, ...order: SQL[]) =>
  ctx.db
    .select()
    .from(registrations)
    .where(and(eq(registrations.environment, ctx.environment), where))
    .orderBy(...order)
    .limit(limit);

export async function playersById(
  ctx: Ctx,
  { ids, asTyped, beginning }: SearchTerms,
  limit: number,
): Promise<PlayerFound[]> {
  const [typed] = ids;
  if (typed === undefined) return [];
  const spellings = asTyped === null ? [typed] : [typed, asTyped];
  const select = (where: SQL, ...order: SQL[]) =>
    registrationsWhere(ctx, limit, and(isNull(registrations.supersededAt), where), ...order);
  const found = because(await select(inArray(playerId, spellings)), "playerId", "exact");
  if (UUID.test(typed)) found.push(...because(await select(eq(registrations.id, typed)), "registration", "exact"));
  if (beginning === null) return found;
  return [
    ...found,
    ...because(await select(begins(playerId, beginning), inPrefixOrder(playerId)), "playerId", "begins"),
    ...because(await select(ends(playerId, beginning), inPrefixOrder(reversed(playerId))), "playerId", "ends"),
  ];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Who has or had such a name, each by the registration that counts now. */
async function playersSeen(ctx: Ctx, looks: NameQuery[], limit: number): Promise<PlayerFound[]> {
  const found: PlayerFound[] = [];
  for (const { how, where, order } of looks)
    found.push(...because(await registrationsWhere(ctx, limit, where, ...order), "player", how));
  const former = [...new Set(found.flatMap(({ row }) => (row.supersededAt === null ? [] : [row.playerId])))];
  if (former.length === 0) return found;
  const theirs = and(isNull(registrations.supersededAt), inArray(playerId, former));
  const current = new Map((await registrationsWhere(ctx, former.length, theirs)).map((row) => [row.playerId, row]));
  return found.flatMap(({ why, row }) => {
    const now = row.supersededAt === null ? row : current.get(row.playerId);
    return now ? [{ why, row: now }] : [];
  });
}

export const playersByName = (ctx: Ctx, { names }: SearchTerms, { nameAccess, limit }: Bounds) =>
  playersSeen(ctx, queriesByName(names, { nameAccess, key, at }), limit);

export const playersByNear = (ctx: Ctx, near: string[], limit: number) =>
  playersSeen(ctx, queriesByNear(near, { key, at }), limit);
