"use client";

import { useTranslations } from "next-intl";
import { useNow } from "@/components/use-now";
import { When } from "@/components/when";
import type { TransactionView } from "@/lib/transactions/schema";
import { useDuration } from "./use-duration";

/** How far the proof is that a lost request was never created: how long it can still be accepted, and what is missing. */
export function Proof({ proof }: { proof: NonNullable<TransactionView["proof"]> }) {
  const t = useTranslations("orders.proof");
  const { expiresAt, missing, clockRanBack } = proof;
  const until = () => <When at={expiresAt} style="time" />;
  return (
    <div className="mt-1.5 grid gap-0.5 text-ink-2">
      <p>{missing === "expiry" ? <Countdown expiresAt={expiresAt} /> : t.rich("expired", { until })}</p>
      <p className="text-xs text-ink-3">
        {t(`missing.${missing}`)} {clockRanBack && t("clockRanBack")}
      </p>
    </div>
  );
}

/** Counts by this machine's clock, and names the service's, which is the one that decides. */
export function Countdown({ expiresAt }: { expiresAt: string }) {
  const t = useTranslations("orders.proof");
  const duration = useDuration();
  const now = useNow(1_000);
  const until = () => <When at={expiresAt} style="time" />;
  const left = now === null ? null : Date.parse(expiresAt) - now;
  if (left === null || left <= 0) return t.rich("accepting", { until });
  return t.rich("acceptingFor", { left: duration(left), until });
}
