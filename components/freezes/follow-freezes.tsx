"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useRefresh } from "@/components/use-refresh";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";
import type { FreezeView } from "@/lib/freezes/schema";

type Props = { environment: Environment; shown: FreezeView[] };

/** Renders the page again where another user has frozen something, resumed it, or proposed that. */
export function FollowFreezes({ environment, shown }: Props) {
  const { data, dataUpdatedAt } = useQuery(dashboardCache.counts(environment));
  const refresh = useRefresh();
  const follow = useEffectEvent(() => {
    if (data && stateOf(data.freezes) !== stateOf(shown)) refresh();
  });
  // With each answer, for as long as the page is behind: a rendering may have failed.
  useEffect(() => {
    if (dataUpdatedAt > 0) follow();
  }, [dataUpdatedAt]);
  return null;
}

const stateOf = (freezes: FreezeView[]) => freezes.map(({ id, resumption }) => `${id} ${resumption?.id}`).join();
