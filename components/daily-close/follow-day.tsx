"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useRefresh } from "@/components/use-refresh";
import { dayCache } from "@/lib/daily-close/cache";
import type { DayStanding } from "@/lib/daily-close/schema";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; day: string; shown: DayStanding };

/** Renders the page again where another user has closed the day, reopened it, or proposed or decided that. */
export function FollowDay({ environment, day, shown }: Props) {
  const { data, dataUpdatedAt } = useQuery(dayCache.standing(environment, day));
  const refresh = useRefresh();
  const follow = useEffectEvent(() => {
    if (data && (data.closed !== shown.closed || data.proposed !== shown.proposed)) refresh();
  });
  // With each answer, for as long as the page is behind: a rendering may have failed.
  useEffect(() => {
    if (dataUpdatedAt > 0) follow();
  }, [dataUpdatedAt]);
  return null;
}
