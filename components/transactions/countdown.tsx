"use client";

import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { useNow } from "@/components/use-now";
import { useDuration } from "./use-duration";

/** Counts by this machine's clock, to the latest time at which the request can be accepted. */
export function Countdown({ expiresAt }: { expiresAt: string }) {
  const t = useTranslations("orders.proof");
  const duration = useDuration();
  const now = useNow(1_000);
  const until = () => <Timestamp at={expiresAt} style="recent" />;
  const left = now === null ? null : Date.parse(expiresAt) - now;
  if (left === null || left <= 0) return t.rich("accepting", { until });
  return t.rich("acceptingFor", { left: duration(left), until });
}
