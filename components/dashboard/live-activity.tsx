"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Bot, Check, CircleAlert, CircleHelp, type LucideIcon, Scale, Stamp, UserRound, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { useLiveUpdates } from "@/components/live";
import { useAuditSentence } from "@/components/messages/use-audit-sentence";
import { orderPath } from "@/components/orders/order-link";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { activityCache } from "@/lib/activity/cache";
import type { ActivityEntry } from "@/lib/activity/schema";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { isKnown, toneOf } from "@/lib/transactions/status/status";

const SHOWN = 9;

/** What was done last. A callback shows by what it changed; the event log has each of them. */
export function LiveActivity({ environment }: { environment: Environment }) {
  const t = useTranslations("dashboard");
  const activity = useTranslations("activity");
  const query = useSuspenseQuery(activityCache.newest(environment, "audit"));
  const isLive = useLiveUpdates();
  const news = query.data.filter(isNews);
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
        {news.length === 0 && <Empty title={activity("empty")}>{activity("emptyText")}</Empty>}
        <ol aria-label={t("activity")} className="py-1">
          {news.slice(0, SHOWN).map((entry) => (
            <Line key={entry.id} environment={environment} entry={entry} />
          ))}
        </ol>
      </Card>
    </div>
  );
}

function Line({ environment, entry }: { environment: Environment; entry: Done }) {
  const sentenceOf = useAuditSentence();
  const t = useTranslations("dashboard");
  const { referenceId, order, detail } = entry;
  const status = entry.action === "transaction.status_changed" ? detail.reported : undefined;
  const { icon: Icon, tone } = signOf(entry);
  const words =
    order && typeof status === "string"
      ? t(`moved.${isKnown(status) ? status : "other"}`, { type: order.type, raw: status })
      : sentenceOf(entry);
  const playerId = order?.playerId;
  const title = [words, playerId, referenceId].filter(Boolean).join(" · ");
  // Where there is no room, the words are cut: the ID tells the rows apart. A phone shows no title and
  // breaks the line.
  const about = (
    <>
      <span className="md:truncate">{words}</span>
      {playerId && <span className="md:max-w-[calc(100%-2rem)] md:shrink-0 md:truncate">&nbsp;· {playerId}</span>}
    </>
  );
  return (
    <li className="flex min-h-7.5 items-center gap-2.5 px-4 text-md max-md:py-1">
      <span className="min-w-9 shrink-0 text-xs text-subtle-foreground">
        <Timestamp at={entry.at} style="brief" />
      </span>
      <Icon aria-hidden className={cn("size-3.5 shrink-0", tone)} />
      <span className="min-w-0 flex-1 md:flex" title={title}>
        {referenceId === null ? (
          about
        ) : (
          <Link
            prefetch={false}
            href={orderPath(environment, referenceId)}
            className="block min-w-0 flex-1 hover:underline md:flex"
          >
            {about}
          </Link>
        )}
      </span>
      {order && (
        <span className="shrink-0 text-muted-foreground">
          <Money amount={order.amount} currency={order.currency} />
        </span>
      )}
    </li>
  );
}

type Done = Extract<ActivityEntry, { kind: "audit" }>;

/** Steps of every order between its request and its result, which say nothing that the result does not. */
const STEPS = ["attempt.claimed", "attempt.accepted", "transaction.check_requested"];

const isNews = (entry: ActivityEntry): entry is Done => entry.kind === "audit" && !STEPS.includes(entry.action);

/** Green is for what is paid, red for what failed, amber for what a person should see. */
function signOf({ action, actor, detail }: Done): { icon: LucideIcon; tone: string } {
  const status = action === "transaction.status_changed" ? detail.reported : undefined;
  if (typeof status === "string" && isKnown(status)) {
    const tone = toneOf(status);
    if (tone === "paid") return { icon: Check, tone: "text-success" };
    if (tone === "failed") return { icon: X, tone: "text-destructive" };
    if (tone === "watch") return { icon: CircleAlert, tone: "text-warning" };
  }
  if (action === "attempt.rejected") return { icon: X, tone: "text-destructive" };
  if (action === "attempt.unknown") return { icon: CircleHelp, tone: "text-warning" };
  if (action === "discrepancy.recorded") return { icon: Scale, tone: "text-warning" };
  if (action.endsWith(".approved")) return { icon: Stamp, tone: "text-primary" };
  return { icon: actor.kind === "user" ? UserRound : Bot, tone: "text-muted-foreground" };
}
