"use client";

import { useEffect, useEffectEvent } from "react";
import { useRefresh } from "./use-refresh";

/**
 * Renders the page again with each answer of a query for as long as the page is behind it: a rendering may have failed.
 * `answeredAt`: when the query was answered last, in milliseconds; 0 before that.
 */
export function useFollow(answeredAt: number, isBehind: boolean): void {
  const refresh = useRefresh();
  const follow = useEffectEvent(() => {
    if (isBehind) refresh();
  });
  useEffect(() => {
    if (answeredAt > 0) follow();
  }, [answeredAt]);
}
