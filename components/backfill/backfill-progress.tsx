"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { TabLinks } from "@/components/filters/tab-links";
import { failureText } from "@/components/messages/failure-text";
import { OrderLink } from "@/components/orders/order-link";
import { buttonVariants } from "@/components/ui/button";
import { Card, TitledCard } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { backfillCache } from "@/lib/backfill/cache";
import type { HistoryRow, RowFilter } from "@/lib/backfill/schema";
import { FINDINGS } from "@/lib/backfill/state";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; runId: string; filter: RowFilter };

/** The progress of a backfill, and the finding for each ID. */
export function BackfillProgress({ environment, runId, filter }: Props) {
  const t = useTranslations("backfill");
  const failures = useTranslations("failures");
  const query = useSuspenseQuery(backfillCache.one(environment, runId, filter));
  const { rows, findings, failure, endedAt, startedAt, startedBy, shown, next } = query.data;
  const left = findings.waiting + findings.unreachable;
  const at = `/${environment}/transactions/backfill/${runId}` as const;
  const tabs = [
    { name: "all", text: t("tab", { name: t("all"), count: rows }), href: at },
    ...FINDINGS.filter((finding) => findings[finding] > 0 || finding === filter.finding).map((finding) => ({
      name: finding,
      text: t("tab", { name: t(`findings.${finding}`), count: findings[finding] }),
      href: `${at}?finding=${encodeURIComponent(finding)}` as const,
    })),
  ];
  const more = new URLSearchParams({ ...(filter.finding && { finding: filter.finding }), after: String(next) });
  return (
    <>
      <Staleness query={query} />
      <Card className="mb-4 grid gap-2 p-4">
        <Progress aria-label={t("progress")} max={rows} value={rows - left} />
        <p role="status" className="figures">
          {endedAt ? t("ended", { rows, joined: findings.joined }) : t("going", { done: rows - left, rows })}
        </p>
        <p className="text-xs text-subtle-foreground">
          {t.rich("startedBy", { name: startedBy, at: () => <Timestamp at={startedAt} style="minute" /> })}
        </p>
        {findings.unreachable > 0 && (
          <p className="text-sm text-warning">
            {t("retried")} {failure && t("lastReason", { reason: failureText(failures, failure) })}
          </p>
        )}
      </Card>
      <TabLinks label={t("filter")} tabs={tabs} current={filter.finding ?? "all"} className="mb-4" />
      <TitledCard title={t("rows")}>
        {shown.length === 0 && <Empty title={t("noRows")} />}
        <ul>
          {shown.map((row) => (
            <Row key={row.line} environment={environment} row={row} />
          ))}
        </ul>
      </TitledCard>
      <div className="mt-3 flex flex-wrap gap-2">
        {next !== null && (
          <Link href={`${at}?${more}`} className={buttonVariants()}>
            {t("more")}
          </Link>
        )}
        <Link href={`/${environment}/transactions/backfill`} className={buttonVariants({ variant: "ghost" })}>
          {t("another")}
        </Link>
      </div>
    </>
  );
}

function Row({ environment, row }: { environment: Environment; row: HistoryRow }) {
  const t = useTranslations("backfill");
  const { line, given, finding, referenceId, tries, dueAt } = row;
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-b border-border px-4 py-2 last:border-b-0 sm:grid-cols-[4rem_1fr_auto]">
      <span className="figures text-xs leading-6 text-subtle-foreground">{t("line", { line })}</span>
      <span className="min-w-0">
        <span className="font-mono text-xs break-all">{given}</span>
        {referenceId && referenceId !== given && (
          <span className="block">
            <OrderLink environment={environment} referenceId={referenceId} />
          </span>
        )}
      </span>
      <span className="text-muted-foreground">
        {referenceId !== null && referenceId === given ? (
          <Link
            prefetch={false}
            href={`/${environment}/transactions/${encodeURIComponent(referenceId)}`}
            className="inline-block min-h-6 text-primary hover:underline"
          >
            {t(`findings.${finding}`)}
          </Link>
        ) : (
          t(`findings.${finding}`)
        )}
        {finding === "unreachable" && dueAt && (
          <span className="block text-xs text-subtle-foreground">
            {t.rich("again", { tries, at: () => <Timestamp at={dueAt} style="recent" /> })}
          </span>
        )}
      </span>
    </li>
  );
}
