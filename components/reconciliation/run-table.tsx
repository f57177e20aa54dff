import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { RefreshRegularly } from "@/components/refresh-regularly";
import { Card } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { listText } from "@/lib/i18n/list-text";
import type { RunRow } from "@/lib/reconciliation/schema";
import { isRunning } from "@/lib/reconciliation/state";
import { formatDay } from "@/lib/time";
import { summaryOf } from "./figures";
import { RunBadge } from "./run-badge";

const COLUMNS = ["days", "file", "state", "lines", "matched", "open", "by", "at"] as const;

/** The runs, the newest first. */
export function RunTable({ environment, runs }: { environment: Environment; runs: RunRow[] }) {
  const t = useTranslations("reconciliation");
  return (
    <Card className="overflow-x-auto" tabIndex={0} aria-label={t("title")}>
      {runs.some(({ state }) => isRunning(state)) && <RefreshRegularly />}
      <HeadedTable
        caption={t("title")}
        heads={COLUMNS.map((column) =>
          FIGURES.has(column) ? { figure: t(`columns.${column}`) } : t(`columns.${column}`),
        )}
        isTinted
      >
        {runs.map((run) => (
          <Run key={run.runId} environment={environment} run={run} />
        ))}
      </HeadedTable>
    </Card>
  );
}

const FIGURES: ReadonlySet<string> = new Set(["lines", "matched", "open"]);

function Run({ environment, run }: { environment: Environment; run: RunRow }) {
  const t = useTranslations("reconciliation");
  const { runId, firstDay, lastDay, names, figures, open } = run;
  const locale = useLocale();
  const day = (text: string) => formatDay(text, locale);
  return (
    <TableRow>
      <TableCell className="whitespace-nowrap">
        <Link
          prefetch={false}
          href={`/${environment}/reconciliation/${runId}`}
          className="inline-block min-h-6 font-semibold hover:underline"
        >
          {firstDay === lastDay ? day(firstDay) : t("run.days", { first: day(firstDay), last: day(lastDay) })}
        </Link>
      </TableCell>
      <TableCell className="max-w-64 truncate">{listText(names, locale)}</TableCell>
      <TableCell>
        <RunBadge state={run.state} isSuperseded={run.isSuperseded} />
      </TableCell>
      <TableCell className="figures text-right">{run.rows.toLocaleString("en")}</TableCell>
      <TableCell className="figures text-right">{figures ? (summaryOf(figures.classes).share ?? "–") : "–"}</TableCell>
      <TableCell className="text-right">{open > 0 ? <Count tone="watch">{open}</Count> : "–"}</TableCell>
      <TableCell>{run.isScheduled ? t("scheduled", { by: run.startedBy }) : run.startedBy}</TableCell>
      <TableCell className="text-xs text-subtle-foreground">
        <Timestamp at={run.startedAt} style="minute" />
      </TableCell>
    </TableRow>
  );
}
