"use client";

import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { useNow } from "@/components/use-now";
import { cn } from "@/lib/cn";

/** How long the service may still accept a request whose answer was lost. By this machine's clock. */
export function ExpiryBar({ from, until }: { from: string; until: string }) {
  const t = useTranslations("dashboard");
  const now = useNow(1_000);
  const end = Date.parse(until);
  const left = now === null ? null : Math.max(0, end - now);
  const seconds = Math.ceil((left ?? 0) / 1_000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  // As tall and as wide before it counts as after: the rows must not move, nor wrap elsewhere.
  return (
    <span className="grid gap-0.5">
      <span className="grid *:col-start-1 *:row-start-1">
        <span className={cn(left !== null && "invisible")}>
          {t.rich("expires", { until: () => <Timestamp at={until} style="time" /> })}
        </span>
        <span className={cn(left !== 0 && "font-semibold text-warning", left === null && "invisible")}>
          {left === 0 ? t("expired") : t("toExpiry", { clock })}
        </span>
      </span>
      {left ? (
        <progress
          aria-hidden
          max={Math.max(1, end - Date.parse(from))}
          value={left}
          className="h-1 w-full appearance-none overflow-hidden rounded-full bg-accent [&::-moz-progress-bar]:bg-warning [&::-webkit-progress-bar]:bg-accent [&::-webkit-progress-value]:bg-warning"
        />
      ) : (
        <span aria-hidden className="h-1" />
      )}
    </span>
  );
}
