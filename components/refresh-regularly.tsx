"use client";

import { useEffect, useEffectEvent } from "react";
import { useRefresh } from "./use-refresh";

const EVERY_MS = 2_000;
/** A page that is rendered counts as a visit: an abandoned one must not keep its session. */
const FOR_MS = 5 * 60_000;

/** Renders the page again and again, for as long as something on it is under way, and for five minutes at most. */
export function RefreshRegularly() {
  const refresh = useEffectEvent(useRefresh());
  useEffect(() => {
    const timer = setInterval(() => refresh(), EVERY_MS);
    const end = setTimeout(() => clearInterval(timer), FOR_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, []);
  return null;
}
