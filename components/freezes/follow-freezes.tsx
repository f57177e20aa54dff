"use client";

import { useQuery } from "@tanstack/react-query";
import { useFollow } from "@/components/use-follow";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";
import type { FreezeView } from "@/lib/freezes/schema";

type Props = { environment: Environment; shown: FreezeView[] };

/** Renders the page again where another user has frozen something, resumed it, or proposed that. */
export function FollowFreezes({ environment, shown }: Props) {
  const { data, dataUpdatedAt } = useQuery(dashboardCache.counts(environment));
  useFollow(dataUpdatedAt, data !== undefined && stateOf(data.freezes) !== stateOf(shown));
  return null;
}

const stateOf = (freezes: FreezeView[]) => freezes.map(({ id, resumption }) => `${id} ${resumption?.id}`).join();
