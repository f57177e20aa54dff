"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

const EVERY_MS = 2_000;
/** A page that is rendered counts as a visit: an abandoned one must not keep its session. */
const FOR_MS = 5 * 60_000;

/**
 * Renders the page again and again, for as long as something on it is under way, and for five minutes at most. Without
 * an answer, or signed out, the router would leave the page, and what was typed would be lost.
 */
export function RefreshRegularly() {
  const router = useRouter();
  const refresh = useEffectEvent(async () => {
    const answer = await fetch("/api/keep-alive", { method: "POST" }).catch(() => null);
    if (answer?.ok) router.refresh();
  });
  useEffect(() => {
    const timer = setInterval(() => void refresh(), EVERY_MS);
    const end = setTimeout(() => clearInterval(timer), FOR_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, []);
  return null;
}
