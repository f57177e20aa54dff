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

/** All records of this environment that match, best first. */
export async function find(ctx: Ctx, query: SearchQuery, bounds: Bounds): Promise<Found> {
  const { limit } = bounds;
  const whole = await findOne(ctx, query, bounds);
  const each: Found[] = [];
  for (const word of query.words) each.push(await findOne(ctx, word, { ...bounds, limit: COMPARED }));
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

/** What one query may mean. Each kind has its own query on an index, limited to `limit` rows. */
async function findOne(ctx: Ctx, query: SearchTerms, bounds: Bounds): Promise<Found> {
  const { nameAccess, limit } = bounds;
  const [byId, byAmount, byAccount, byName, playersWithId, playersNamed] = await Promise.all([
    ordersById(ctx, query, limit),
    ordersByAmount(ctx, query, limit),
    ordersByAccount(ctx, query, bounds),
    ordersByName(ctx, query, bounds),
    playersById(ctx, query, limit),
    playersByName(ctx, query, bounds),
  ]);
  const isEnough = byName.length + playersNamed.length >= limit;
  const near = nameAccess === "all" && !isEnough ? await namesNear(ctx, query.names) : [];
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
      nameAccess === "whole"
        ? [...hidden.map(({ row }) => row.referenceId), ...people.map(({ row }) => row.playerId)]
        : [],
    hasMore: kinds.some((kind) => kind.length >= limit),
  };
}
