"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { playerCache } from "@/lib/kyc/cache";

/** What we hold of the player with exactly this id, by the newest registration; null where nothing. */
export function useHeldPlayer(environment: Environment, playerId: string) {
  const q = playerId.trim();
  const { data } = useQuery({
    ...playerCache.list(environment, { show: "all", q }),
    enabled: q !== "",
    refetchInterval: false,
  });
  const row = data?.rows.find((one) => one.playerId === q);
  return data && row ? { row, asOf: data.asOf } : null;
}
