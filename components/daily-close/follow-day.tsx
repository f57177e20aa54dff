"use client";

import { useQuery } from "@tanstack/react-query";
import { useFollow } from "@/components/use-follow";
import { dayCache } from "@/lib/daily-close/cache";
import type { DayStanding } from "@/lib/daily-close/schema";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; day: string; shown: DayStanding };

/** Renders the page again where another user has closed the day, reopened it, or proposed or decided that. */
export function FollowDay({ environment, day, shown }: Props) {
  const { data, dataUpdatedAt } = useQuery(dayCache.standing(environment, day));
  useFollow(dataUpdatedAt, data !== undefined && (data.closed !== shown.closed || data.proposed !== shown.proposed));
  return null;
}
