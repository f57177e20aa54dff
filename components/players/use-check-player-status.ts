"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { checkPlayerStatusAction } from "@/lib/kyc/actions";
import { playerCache } from "@/lib/kyc/cache";

export function useCheckPlayerStatus(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (player: { playerId: string }) => checkPlayerStatusAction(environment, player),
    onSettled: () => client.invalidateQueries({ queryKey: playerCache.all(environment) }),
  });
}
