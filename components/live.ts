"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { activityCache } from "@/lib/activity/cache";
import type { Environment } from "@/lib/environment";
import { isLive } from "@/lib/fetch-view";

/** The browser reconnects, except after a refusal: then we retry, because the user may sign in in another tab. */
const AGAIN_MS = 15_000;
/** The shortest time between two refetches. */
const AT_MOST_EVERY_MS = 2_000;

/*
 * Whether the stream of this tab is open. It is no context: a context that changes while the server still sends a part of
 * the page makes React draw that part on its own, and for a moment all of it is there twice.
 */
let isStreamOpen = false;
const listeners = new Set<() => void>();

function setOpen(isOpen: boolean) {
  if (isOpen === isStreamOpen) return;
  isStreamOpen = isOpen;
  for (const hear of listeners) hear();
}

function listen(hear: () => void) {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/** False while the stream is down and queries fall back to polling. */
export const useLiveUpdates = () =>
  useSyncExternalStore(
    listen,
    () => isStreamOpen,
    () => false,
  );

/**
 * Refetches when something has changed. One event stream for the whole console, and only while the tab is visible: a
 * browser opens six connections per host, and many tabs would use them all.
 */
export function Live({ environment }: { environment: Environment }) {
  const client = useQueryClient();
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
  return null;
}
