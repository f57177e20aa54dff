import { orderPath } from "@/components/orders/order-link";
import { playerPath } from "@/components/orders/player-link";
import type { Environment } from "@/lib/environment";
import type { SearchHit } from "@/lib/search/schema";

export const searchPath = (environment: Environment, q: string, also: { ask?: "service"; show?: "more" } = {}) =>
  `/${environment}/search?${new URLSearchParams({ q, ...also })}` as const;

/** The page of what was found. */
export const hitPath = (environment: Environment, hit: SearchHit) =>
  hit.kind === "order" ? orderPath(environment, hit.order.referenceId) : playerPath(environment, hit.player.playerId);
