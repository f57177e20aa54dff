"use client";

import { useEffect } from "react";

const TOLD_EVERY_MS = 2 * 60_000;

/**
 * A session ends after a quarter of an hour in which nobody does anything. Typing a long form is doing something, which
 * the console would not hear of otherwise; a page that refreshes itself is not.
 */
export function Presence() {
  useEffect(() => {
    let toldAt = performance.now();
    const tell = () => {
      if (performance.now() - toldAt < TOLD_EVERY_MS) return;
      toldAt = performance.now();
      // Whether it was heard shows with the next thing that is done: then the session holds, or it does not.
      fetch("/api/seen", { method: "POST", keepalive: true }).catch(() => {});
    };
    const events = ["keydown", "pointerdown"] as const;
    for (const event of events) addEventListener(event, tell, { passive: true });
    return () => {
      for (const event of events) removeEventListener(event, tell);
    };
  }, []);
  return null;
}
