"use client";

import { useNow } from "@/components/use-now";
import { formatTokyo } from "@/lib/time";

/** What time it is in Tokyo, also on a page that stays open over midnight. `at` is ISO 8601, the time of the page. */
export function Clock({ at }: { at: string }) {
  const now = useNow(5_000);
  return <span className="figures">{formatTokyo(now === null ? new Date(at) : new Date(now), "minute")} JST</span>;
}
