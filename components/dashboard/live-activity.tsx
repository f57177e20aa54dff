"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Bot, Inbox, ShieldAlert, UserRound } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEntryWords } from "@/components/activity/use-entry-words";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { useLiveUpdates } from "@/components/live";
import { orderPath } from "@/components/orders/order-link";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { activityCache } from "@/lib/activity/cache";
import type { ActivityEntry } from "@/lib/activity/schema";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";

const SHOWN = 9;

/** The last things that came in or were done, one line each. */
export function LiveActivity({ environment }: { environment: Environment }) {
  const t = useTranslations("dashboard");
  const activity = useTranslations("activity");
  const query = useSuspenseQuery(activityCache.newest(environment, "all"));
  const isLive = useLiveUpdates();
  return (
    <div>
      <Staleness query={query} />
      <Card>
        <CardHeader>
          <CardTitle>{t("activity")}</CardTitle>
          {isLive && (
            <span className="flex items-center gap-1.5 text-xs text-subtle-foreground">
              <span aria-hidden className="size-1.5 rounded-full bg-primary" />
              {t("live")}
            </span>
          )}
          <Link href={`/${environment}/activity`} className="ml-auto text-sm text-primary hover:underline">
            {t("all")}
          </Link>
        </CardHeader>
        {query.data.length === 0 && <Empty title={activity("empty")}>{activity("emptyText")}</Empty>}
        <ol aria-label={t("activity")} className="py-1">
          {query.data.slice(0, SHOWN).map((entry) => (
            <Line key={entry.id} environment={environment} entry={entry} />
          ))}
        </ol>
      </Card>
    </div>
  );
}

function Line({ environment, entry }: { environment: Environment; entry: ActivityEntry }) {
  const t = useTranslations("activity");
  const { source, what, result } = useEntryWords()(entry);
  const { referenceId } = entry;
  const isRefused = entry.kind === "delivery" && entry.refusal !== null;
  const words = [source === "delivery" && t("delivery"), what, isRefused && result].filter(Boolean).join(" · ");
  const Icon = isRefused ? ShieldAlert : ICONS[source];
  return (
    <li className="flex min-h-7.5 items-center gap-2.5 px-4 text-md">
      <span className="w-15 shrink-0 text-xs text-subtle-foreground">
        <Timestamp at={entry.at} style="compact" />
      </span>
      <Icon aria-hidden className={cn("size-3.5 shrink-0", isRefused ? "text-destructive" : "text-muted-foreground")} />
      <span className="min-w-0 flex-1 truncate" title={words}>
        {words}
      </span>
      {referenceId && (
        <Link
          prefetch={false}
          href={orderPath(environment, referenceId)}
          title={referenceId}
          className="shrink-0 font-mono text-xs text-primary hover:underline"
        >
          <span aria-hidden>…</span>
          <span className="sr-only">{referenceId.slice(0, -6)}</span>
          {referenceId.slice(-6)}
        </Link>
      )}
    </li>
  );
}

const ICONS = { delivery: Inbox, user: UserRound, system: Bot };
