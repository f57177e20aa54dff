"use client";

import { useTranslations } from "next-intl";
import { useNow } from "@/components/use-now";

/** How long ago, in words of one unit. Null until the page can react, and for what is not in the past. */
export function useAge(at: string): string | null {
  const t = useTranslations("balances.age");
  const now = useNow(1_000);
  if (now === null) return null;
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1_000));
  if (seconds < 90) return t("seconds", { n: seconds });
  if (seconds < 90 * 60) return t("minutes", { n: Math.floor(seconds / 60) });
  return t("hours", { n: Math.floor(seconds / 3_600) });
}
