import "server-only";
import type { Ctx } from "@/lib/auth/context";
import { type Bounds, namesNear } from "./names";
import { ordersByAccount, ordersByAmount, ordersById, ordersByName, ordersByNear, ordersOfPlayers } from "./orders";
import type { SearchQuery, SearchTerms } from "./parse-query";
import { playersById, playersByName, playersByNear } from "./players";
import { bestFirst, type Found, rankOf } from "./results";
import type { Why } from "./schema";

/** So many of each kind are found first, the best: with each registration in a block of its own, as many as a page reads. */
export const BEST = 8;

/** So many of each kind that fit one of several words are compared with those that fit the others. */
const COMPARED = 200;

/** Everything that we hold in this environment and that somebody may mean, the best first. */
export async function find(ctx: Ctx, sought: SearchQuery, bounds: Bounds): Promise<Found> {
  const { limit } = bounds;
  const whole = await findOne(ctx, sought, bounds);
  const each: Found[] = [];
  for (const word of sought.words) each.push(await findOne(ctx, word, { ...bounds, limit: COMPARED }));
  const orders = bestFirst([...whole.orders, ...inEach(each.map((found) => found.orders))]);
  const players = bestFirst([...whole.players, ...inEach(each.map((found) => found.players))]);
  const ids = new Set([...orders.map(({ row }) => row.referenceId), ...players.map(({ row }) => row.playerId)]);
  return {
    orders: orders.slice(0, limit),
    players: players.slice(0, limit),
    underMask: [...new Set([whole, ...each].flatMap(({ underMask }) => underMask))].filter((id) => ids.has(id)),
    hasMore: [whole, ...each].some(({ hasMore }) => hasMore) || orders.length >= limit || players.length >= limit,
  };
}

/** Those that every word found, each with the word that it fits best. */
function inEach<Hit extends { why: Why; row: { id: string } }>([first = [], ...others]: Hit[][]): Hit[] {
  return first.flatMap((hit) => {
    const same = others.map((hits) => hits.find(({ row }) => row.id === hit.row.id));
    const hits = [hit, ...same.filter((one) => one !== undefined)];
    return hits.length === others.length + 1 ? hits.toSorted((a, b) => rankOf(a.why) - rankOf(b.why)).slice(0, 1) : [];
  });
}

/**
 * What one text may mean. Each kind is looked for by itself, from an index that leads straight to it and holds what is
 * shown, and never more of it than `limit`.
 */
async function findOne(ctx: Ctx, sought: SearchTerms, bounds: Bounds): Promise<Found> {
  const { sight, limit } = bounds;
  const [byId, byAmount, byAccount, byName, playersWithId, playersNamed] = await Promise.all([
    ordersById(ctx, sought, limit),
    ordersByAmount(ctx, sought, limit),
    ordersByAccount(ctx, sought, bounds),
    ordersByName(ctx, sought, bounds),
    playersById(ctx, sought, limit),
    playersByName(ctx, sought, bounds),
  ]);
  const isEnough = byName.length + playersNamed.length >= limit;
  const near = sight === "all" && !isEnough ? await namesNear(ctx, sought.names) : [];
  const [byNear, playersNear] = await Promise.all([ordersByNear(ctx, near, limit), playersByNear(ctx, near, limit)]);
  const people = [...playersNamed, ...playersNear];
  const theirs = await ordersOfPlayers(ctx, people, limit);

  const orders = bestFirst([...byId, ...byAmount, ...byAccount, ...byName, ...byNear, ...theirs]);
  const players = bestFirst([...playersWithId, ...people]);
  const kinds = [byId, byAmount, byAccount, byName, byNear, theirs, playersWithId, people, orders, players];
  // The last digits of an account are on every mask.
  const hidden = [...byAccount, ...byName, ...theirs].filter(({ why }) => why.how !== "ends");
  return {
    orders,
    players,
    underMask:
      sight === "whole" ? [...hidden.map(({ row }) => row.referenceId), ...people.map(({ row }) => row.playerId)] : [],
    hasMore: kinds.some((kind) => kind.length >= limit),
  };
}
