"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { TitledCard } from "@/components/ui/card";
import { backfillCache } from "@/lib/backfill/cache";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment };

export function BackfillSummary({ environment }: Props) {
  const t = useTranslations("backfill");
  const { data: runs } = useSuspenseQuery(backfillCache.runs(environment));
  return t("runCount", { count: runs.length, open: runs.filter(({ endedAt }) => endedAt === null).length });
}

/** The backfill runs. Each continues in the background. */
export function BackfillRuns({ environment }: Props) {
  const t = useTranslations("backfill");
  const query = useSuspenseQuery(backfillCache.runs(environment));
  const { data: runs } = query;
  return (
    <div>
      <Staleness query={query} />
      <TitledCard title={t("runs")}>
        {runs.length === 0 && <Empty title={t("noRuns")} />}
        <ul>
          {runs.map(({ id, startedAt, startedBy, endedAt, rows, findings }) => (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-border px-4 py-2.5 last:border-b-0"
            >
              <Link
                prefetch={false}
                href={`/${environment}/transactions/backfill/${id}`}
                className="min-h-6 text-primary hover:underline"
              >
                <Timestamp at={startedAt} style="minute" />
              </Link>
              <span>{t("rowsBy", { rows, name: startedBy })}</span>
              <span className="ml-auto text-muted-foreground">
                {endedAt
                  ? t("done", { joined: findings.joined })
                  : t("left", { count: findings.waiting + findings.unreachable })}
              </span>
            </li>
          ))}
        </ul>
      </TitledCard>
    </div>
  );
}
