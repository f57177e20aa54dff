"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { playerCache } from "@/lib/kyc/cache";
import type { PlayersView } from "@/lib/kyc/schema";

export const isPlayer = (playerId: string, asked: string) => asked.trim() === playerId.trim();

/** What we hold of the player with exactly this id, by the newest registration; null where nothing. */
export function useHeldPlayer(environment: Environment, playerId: string, seed: PlayersView | undefined) {
  const q = playerId.trim();
  const { data } = useQuery({
    ...playerCache.list(environment, { show: "all", q }),
    enabled: q !== "",
    refetchInterval: false,
    ...(seed && { initialData: seed }),
  });
  const row = data?.rows.find((one) => isPlayer(one.playerId, q));
  return data && row ? { row, asOf: data.asOf } : null;
}
