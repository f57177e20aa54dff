import "server-only";
import type { Ctx } from "@/lib/auth/context";
import { bestFirst, type Found } from "./found";
import { type Bounds, namesNear } from "./names";
import { ordersByAccount, ordersByAmount, ordersById, ordersByName, ordersByNear, ordersOfPlayers } from "./orders";
import { playersById, playersByName, playersByNear } from "./players";
import type { Sought } from "./sought";

/** So many of each kind are found first, the best: with each registration in a block of its own, as many as a page reads. */
export const BEST = 8;

/**
 * Everything that we hold in this environment and that somebody may mean, the best first. Each kind is looked for by
 * itself, from an index that leads straight to it and holds what is shown, and never more of it than `limit`.
 */
export async function find(ctx: Ctx, sought: Sought, bounds: Bounds): Promise<Found> {
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
  const underMask = [
    ...[...byAccount, ...byName].map(({ row }) => row.referenceId),
    ...people.map(({ row }) => row.playerId),
  ];
  return {
    orders: orders.slice(0, limit),
    players: players.slice(0, limit),
    underMask: sight === "whole" ? underMask : [],
    hasMore: kinds.some((kind) => kind.length >= limit),
  };
}
