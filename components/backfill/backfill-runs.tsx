import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { TitledCard } from "@/components/ui/card";
import type { HistoryRun } from "@/lib/backfill/schema";
import type { Environment } from "@/lib/environment";

/** The backfill runs. Each continues in the background. */
export function BackfillRuns({ environment, runs }: { environment: Environment; runs: HistoryRun[] }) {
  const t = useTranslations("backfill");
  return (
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
  );
}
