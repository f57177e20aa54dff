"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { activityCache } from "@/lib/activity/cache";
import type { Environment } from "@/lib/environment";
import { isLive } from "@/lib/fetch-view";
import { useHydrated } from "./use-hydrated";

/** The browser reconnects, except after a refusal: then we retry, because the user may sign in in another tab. */
const AGAIN_MS = 15_000;
/** The shortest time between two refetches. */
const AT_MOST_EVERY_MS = 2_000;

const StreamOpen = createContext(false);

/** False while the stream is down and queries fall back to polling. */
export const useLiveUpdates = () => {
  const isOpen = useContext(StreamOpen);
  // A part of a page that hydrates later must first draw what the server drew.
  return useHydrated() && isOpen;
};

/**
 * Refetches when something has changed. One event stream for the whole console, and only while the tab is visible: a
 * browser opens six connections per host, and many tabs would use them all.
 */
export function Live({ environment, children }: { environment: Environment; children: ReactNode }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let source: EventSource | null = null;
    let again: ReturnType<typeof setTimeout> | undefined;
    let due: ReturnType<typeof setTimeout> | undefined;
    let renewedAt = Number.NEGATIVE_INFINITY;
    const renew = () => {
      due = undefined;
      renewedAt = performance.now();
      void client.invalidateQueries({ predicate: isLive });
    };
    const news = () => {
      due ??= setTimeout(renew, Math.max(0, renewedAt + AT_MOST_EVERY_MS - performance.now()));
    };
    const close = () => {
      clearTimeout(again);
      source?.close();
      source = null;
      setOpen(false);
    };
    const open = () => {
      close();
      source = new EventSource(activityCache.live(environment));
      source.onopen = () => {
        setOpen(true);
        news(); // What happened before we listened.
      };
      source.addEventListener("news", news);
      source.onerror = () => {
        setOpen(false);
        if (source?.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS);
      };
    };
    const follow = () => (document.visibilityState === "visible" ? open() : close());
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      clearTimeout(due);
      close();
    };
  }, [client, environment]);
  return <StreamOpen value={isOpen}>{children}</StreamOpen>;
}
