"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useNow } from "@/components/use-now";
import type { DashboardView, VolumeView } from "@/lib/dashboard/schema";
import type { Environment } from "@/lib/environment";
import { formatTokyo } from "@/lib/time";
import { isCut } from "@/lib/withdrawals/follow-up";
import { useDashboard, useVolume } from "./use-dashboard";

type Props = { environment: Environment; at: string; first: DashboardView; firstVolume: VolumeView };

/** What time it is in Tokyo, also on a page that stays open over midnight, and the figures of the day in one line. */
export function TodaySummary({ environment, at, first, firstVolume }: Props) {
  const t = useTranslations("dashboard");
  const now = useNow(5_000);
  const { waiting, followUps } = useDashboard({ environment, first });
  const { orders } = useVolume(environment, firstVolume);
  const moment = now === null ? new Date(at) : new Date(now);
  const locale = useLocale();
  const b = (chunks: ReactNode) => <b>{chunks}</b>;
  return (
    <>
      <span className="figures">{dateIn(locale, moment)} JST</span> · {t.rich("ordersToday", { b, count: orders })} ·{" "}
      {t.rich("itemsToday", { b, count: waiting.dashboard, more: isCut(followUps) ? "yes" : "no" })}
    </>
  );
}

/** `Mon 23 Nov 2026, 14:06`, `2026/11/23（月）14:06`. */
function dateIn(locale: string, at: Date): string {
  const [day, time] = [formatTokyo(at, "day", locale), formatTokyo(at, "clock")];
  const named = new Intl.DateTimeFormat(locale === "ja" ? "ja" : "en-GB", { timeZone: "Asia/Tokyo", weekday: "short" });
  const weekday = named.format(at);
  return locale === "ja" ? `${day}（${weekday}）${time}` : `${weekday} ${day}, ${time}`;
}
