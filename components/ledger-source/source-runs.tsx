import { CircleCheck, CircleX, type LucideIcon, RefreshCw } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { RefreshRegularly } from "@/components/refresh-regularly";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { TitledCard } from "@/components/ui/card";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import type { SourceRunRow } from "@/lib/reconciliation/ledger-source/schema";
import type { SourceRunState } from "@/lib/reconciliation/ledger-source/state";
import { formatDays } from "@/lib/time";

const PILLS: Record<SourceRunState, { tone: BadgeTone; icon: LucideIcon }> = {
  running: { tone: "act", icon: RefreshCw },
  done: { tone: "neutral", icon: CircleCheck },
  failed: { tone: "failed", icon: CircleX },
};

const COLUMNS = ["days", "state", "rows", "by", "at"] as const;

/** What became of the readings, the newest first; why one failed stands below it. */
export function SourceRuns({ environment, runs }: { environment: Environment; runs: SourceRunRow[] }) {
  const t = useTranslations("ledgerSource");
  return (
    <TitledCard title={t("runs.title")} className="relative overflow-x-auto" tabIndex={0} aria-label={t("runs.title")}>
      {runs.some(({ state }) => state === "running") && <RefreshRegularly />}
      {runs.length === 0 ? (
        <p className="px-4 py-3.5 text-sm text-muted-foreground">{t("runs.none")}</p>
      ) : (
        <HeadedTable
          caption={t("runs.title")}
          heads={COLUMNS.map((column) => (column === "rows" ? { figure: t(`runs.${column}`) } : t(`runs.${column}`)))}
        >
          {runs.map((run) => (
            <Run key={run.sourceRunId} environment={environment} run={run} />
          ))}
        </HeadedTable>
      )}
    </TitledCard>
  );
}

function Run({ environment, run }: { environment: Environment; run: SourceRunRow }) {
  const t = useTranslations("ledgerSource");
  const locale = useLocale();
  const { firstDay, lastDay, state, failure, message, rows, by, at, version, runId } = run;
  const days = formatDays({ from: firstDay, to: lastDay }, locale);
  return (
    <TableRow>
      <TableCell className="whitespace-nowrap">
        {runId ? (
          <Link
            prefetch={false}
            href={`/${environment}/reconciliation/${runId}`}
            className="inline-block min-h-6 font-semibold hover:underline"
          >
            {days}
          </Link>
        ) : (
          days
        )}
        <span className="block text-xs text-muted-foreground">{t("runs.version", { version })}</span>
      </TableCell>
      <TableCell className="max-w-96">
        <Badge {...PILLS[state]}>{t(`runs.states.${state}`)}</Badge>
        {failure && <span className="block text-sm">{t(`problems.${failure}`)}</span>}
        {message && <span className="block font-mono text-xs break-words text-muted-foreground">{message}</span>}
      </TableCell>
      <TableCell className="figures text-right">{rows.toLocaleString("en")}</TableCell>
      <TableCell>{by ?? t("runs.schedule")}</TableCell>
      <TableCell className="text-xs text-subtle-foreground">
        <Timestamp at={at} style="minute" />
      </TableCell>
    </TableRow>
  );
}
