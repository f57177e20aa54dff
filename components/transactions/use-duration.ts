"use client";

import { useTranslations } from "next-intl";
import { useNow } from "@/components/use-now";

/** A stretch of time in words: `3 min 12 s`. */
export function useDuration() {
  const t = useTranslations("orders.duration");
  return (ms: number) => {
    const seconds = Math.max(0, Math.ceil(ms / 1_000));
    const minutes = Math.floor(seconds / 60);
    return minutes > 0 ? t("minutes", { minutes, seconds: seconds % 60 }) : t("seconds", { seconds });
  };
}

/** How long it is until then by this machine's clock, which may be past; null before the page knows the time. */
export function useTimeLeft(until: string): number | null {
  const now = useNow(1_000);
  return now === null ? null : Date.parse(until) - now;
}
