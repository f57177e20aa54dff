"use client";

import { useEffect, useEffectEvent } from "react";
import { useRefresh } from "./use-refresh";

const EVERY_MS = 2_000;

/** Renders the page again and again, for as long as something on it is under way. */
export function RefreshRegularly() {
  const refresh = useEffectEvent(useRefresh());
  useEffect(() => {
    const timer = setInterval(() => refresh(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return null;
}
