"use client";

import { useLocale, useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { useNow } from "@/components/use-now";
import { formatTokyo } from "@/lib/time";

const MINUTE_MS = 60_000;

/** How long ago, in words; the time itself under the pointer, and until the page can react. */
export function Age({ at }: { at: string }) {
  const t = useTranslations("dashboard.age");
  const locale = useLocale();
  const now = useNow(MINUTE_MS);
  if (now === null) return <Timestamp at={at} style="compact" />;
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / MINUTE_MS));
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / (24 * 60))];
  return (
    <time dateTime={at} title={formatTokyo(new Date(at), "full", locale)}>
      {minutes < 60
        ? t("minutes", { minutes })
        : hours < 24
          ? t("hours", { hours, minutes: minutes % 60 })
          : t("days", { days })}
    </time>
  );
}
