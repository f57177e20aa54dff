"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { LIVE } from "@/lib/fetch-view";
import { playerCache } from "@/lib/kyc/cache";

/** What we hold of the player with exactly this id, by the newest registration; null where nothing. */
export function useHeldPlayer(environment: Environment, playerId: string) {
  const id = playerId.trim().normalize("NFC");
  const { data } = useQuery({ ...playerCache.held(environment, [id]), enabled: id !== "", meta: LIVE });
  const row = data?.rows[0];
  return data && row ? { row, asOf: data.asOf } : null;
}
