import "server-only";
import type { Ctx } from "@/lib/auth/context";
import { bestFirst, type Found } from "./found";
import { namedParties, type Sight } from "./names";
import { ordersByAmount, ordersById, ordersOf, ordersOfPlayers } from "./orders";
import { playersById, playersOf } from "./players";
import type { Sought } from "./sought";

/**
 * Everything that we hold in this environment and that somebody may mean, the best first. Each kind is looked for by
 * itself, from an index that leads straight to it, and never more of it than `limit`.
 */
export async function find(
  ctx: Ctx,
  sought: Sought,
  { sight, limit }: { sight: Sight; limit: number },
): Promise<Found> {
  const [byId, byAmount, players, named] = await Promise.all([
    ordersById(ctx, sought, limit),
    ordersByAmount(ctx, sought, limit),
    playersById(ctx, sought, limit),
    namedParties(ctx, sought, { sight, limit }),
  ]);
  const [orders, people] = await Promise.all([
    ordersOf(
      ctx,
      named.filter(({ party }) => party !== "player"),
    ),
    playersOf(
      ctx,
      named.filter(({ party }) => party === "player"),
    ),
  ]);
  // An order that another system created names nobody; its player may be known by name here.
  const theirs = await ordersOfPlayers(ctx, people, limit);
  const found = {
    orders: bestFirst([...byId, ...byAmount, ...orders, ...theirs]),
    players: bestFirst([...players, ...people]),
  };
  const kinds = [byId, byAmount, players, named, theirs];
  return {
    orders: found.orders.slice(0, limit),
    players: found.players.slice(0, limit),
    underMask:
      sight === "whole" ? orders.map(({ row }) => row.referenceId).concat(people.map(({ row }) => row.playerId)) : [],
    hasMore: kinds.some((kind) => kind.length >= limit) || found.orders.length > limit || found.players.length > limit,
  };
}
