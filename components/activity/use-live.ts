"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { activityCache } from "@/lib/activity/cache";
import type { Environment } from "@/lib/environment";

/** The browser comes back by itself, except where it was sent away: then we try again, as one may sign in elsewhere. */
const AGAIN_MS = 15_000;

/** Reads the log anew when something happens. False while nobody tells us, and we have to ask again and again. */
export function useLive(environment: Environment): boolean {
  const client = useQueryClient();
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = () => client.invalidateQueries({ queryKey: activityCache.all(environment) });
    const open = () => {
      source = new EventSource(activityCache.live(environment));
      source.onopen = () => {
        setTold(true);
        void renew(); // What happened before we listened.
      };
      source.addEventListener("news", () => void renew());
      source.onerror = () => {
        setTold(false);
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS);
      };
    };
    open();
    return () => {
      clearTimeout(timer);
      source?.close();
    };
  }, [client, environment]);
  return isTold;
}
