"use client";

import { useTranslations } from "next-intl";
import { useDuration } from "@/components/transactions/use-duration";
import { useNow } from "@/components/use-now";
import { LIMIT_MS } from "@/lib/kyc/state";

const MINUTE_MS = 60_000;

/** How long a registration has been waiting, against the thirty minutes that it may take. */
export function WaitingTime({ since, asOf }: { since: string; asOf: string }) {
  const t = useTranslations("players");
  const duration = useDuration();
  const now = useNow(1_000) ?? Date.parse(asOf);
  const ageMs = now - Date.parse(since);
  const words = t("waiting", { age: duration(ageMs), limit: LIMIT_MS / MINUTE_MS });
  return (
    <span className="inline-flex items-center gap-2 text-xs text-muted-foreground">
      <meter
        aria-label={words}
        min={0}
        max={LIMIT_MS}
        value={Math.min(ageMs, LIMIT_MS)}
        className="h-1.5 w-16 appearance-none bg-muted [&::-webkit-meter-bar]:h-1.5 [&::-webkit-meter-bar]:border-0 [&::-moz-meter-bar]:bg-none [&::-moz-meter-bar]:bg-subtle-foreground [&::-webkit-meter-bar]:bg-none [&::-webkit-meter-bar]:bg-muted [&::-webkit-meter-optimum-value]:bg-none [&::-webkit-meter-optimum-value]:bg-subtle-foreground"
      />
      <span className="figures">{words}</span>
    </span>
  );
}
