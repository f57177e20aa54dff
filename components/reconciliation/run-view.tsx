"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { FileText, Upload } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { ListAddressProvider, useListAddress } from "@/components/data-table/list-address";
import { Timestamp } from "@/components/display/timestamp";
import { useSurePush } from "@/components/navigation/use-sure-push";
import { Alert } from "@/components/ui/alert";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DownloadLink } from "@/components/ui/download-link";
import { useRefresh } from "@/components/use-refresh";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { listText } from "@/lib/i18n/list-text";
import { repeatReconciliationAction } from "@/lib/reconciliation/actions";
import { reconciliationCache } from "@/lib/reconciliation/cache";
import { CLASSES } from "@/lib/reconciliation/classes";
import type { RunView as View } from "@/lib/reconciliation/schema";
import { isRunning, ROWS_ADDRESS } from "@/lib/reconciliation/state";
import { ClassStrip } from "./class-strip";
import { ReplacedRun, useReplacedRun } from "./replaced-run";
import { RowList } from "./row-list";
import { RunProgress } from "./run-progress";

type Props = {
  environment: Environment;
  runId: string;
  columns: readonly string[];
  mayChange: boolean;
  mayExport: boolean;
  readerId: string;
  people: { id: string; name: string }[];
};

/** A run: its progress while it goes on, then its file, its classes and its rows. */
export function RunView(props: Props) {
  const { environment, runId, mayChange } = props;
  const t = useTranslations("reconciliation");
  const { data: run } = useSuspenseQuery(reconciliationCache.run(environment, runId));
  const running = isRunning(run.state);
  useRefreshAfter(running ? "running" : `${run.supersededBy ?? run.state} ${run.open}`);
  if (running) return <RunProgress {...{ environment, run, mayChange }} />;
  const why = run.failure ?? "empty";
  return (
    <ListAddressProvider path={`/${environment}/reconciliation/${runId}`} parts={ROWS_ADDRESS}>
      {run.state === "cancelled" && <Alert className="mb-4">{t("run.cancelled")}</Alert>}
      {run.state === "failed" && (
        <Alert tone="failed" className="mb-4">
          {t("run.failed", { why: why === "too_large" ? "" : t(`upload.problems.${why}`) })}
        </Alert>
      )}
      {run.supersededBy && (
        <Alert tone="watch" className="mb-4">
          {t("run.supersededNote")}{" "}
          <Link href={`/${environment}/reconciliation/${run.supersededBy}`} className="text-primary hover:underline">
            {t("run.newer")}
          </Link>
        </Alert>
      )}
      <FileCard {...props} run={run} />
      {run.figures && <RowList {...props} figures={run.figures} />}
    </ListAddressProvider>
  );
}

/** The heading, the summary and the lines that could not be read come from the server, which reads them once. */
function useRefreshAfter(change: string) {
  const before = useRef(change);
  const refresh = useEffectEvent(useRefresh());
  useEffect(() => {
    if (before.current !== change) refresh();
    before.current = change;
  }, [change]);
}

function FileCard({ environment, runId, mayChange, mayExport, run }: Props & { run: View }) {
  const t = useTranslations("reconciliation.run");
  const { values } = useListAddress();
  const words = useTranslations("reconciliation.classes");
  const leaveTo = useSurePush();
  const repeat = useCommand(() => repeatReconciliationAction(environment, { runId }), {
    onDone: (made) => leaveTo(`/${environment}/reconciliation/${made.runId}`),
    refreshes: false,
  });
  const locale = useLocale();
  const shown = CLASSES.find((one) => one === values.class) ?? "exceptions";
  const { figures, firstDay, lastDay } = run;
  // A cancelled run replaces nothing. Run again, it may.
  const inForce = useReplacedRun(environment, run.state === "cancelled" ? { firstDay, lastDay } : null);
  const isReplacing = run.supersededBy !== null || inForce.mayReplace;
  return (
    <Card className="mb-4">
      <div className={cn("flex flex-wrap items-center gap-3 p-4", figures && "border-b border-border")}>
        <span className="grid size-8.5 place-content-center rounded-lg bg-primary-soft text-primary">
          <FileText aria-hidden className="size-4.5" />
        </span>
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-semibold break-all">{listText(run.names, locale)}</p>
          <p className="text-sm text-muted-foreground">
            {t.rich("file", {
              rows: run.rows.toLocaleString("en"),
              encoding: listText([...new Set(run.files.map(({ encoding }) => encoding))], locale),
              version: run.mapping.version,
              by: run.startedBy,
              at: () => <Timestamp at={run.startedAt} style="minute" />,
            })}
            {figures && figures.outside > 0 && <> · {t("outside", { count: figures.outside })}</>}
          </p>
          <p className="text-xs text-subtle-foreground">
            SHA-256{" "}
            <span className="font-mono break-all">{run.files.map(({ sha256 }) => sha256.slice(0, 16)).join(", ")}</span>
            {run.digest && (
              <>
                {" "}
                · {t("hash")} <span className="font-mono">{run.digest.slice(0, 16)}</span>
              </>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {mayExport && figures && (
            <DownloadLink href={`/api/${environment}/reconciliation/${runId}/export?class=${shown}`}>
              {t("export", { class: words(shown) })}
            </DownloadLink>
          )}
          {/* The same file would fail again. */}
          {mayChange && run.state !== "failed" && (
            <Button disabled={repeat.isLeaving || inForce.isAsking} onClick={() => repeat.send(undefined)}>
              {t(isReplacing ? "repeatReplacing" : "repeat")}
            </Button>
          )}
          {mayChange && run.supersededBy === null && (
            <Link
              href={`/${environment}/reconciliation/new?firstDay=${firstDay}&lastDay=${lastDay}`}
              className={buttonVariants()}
            >
              <Upload aria-hidden />
              {t("replace")}
            </Link>
          )}
        </div>
        <CommandProblem of={repeat} say={(kind) => t(`problems.${kind}`)} />
        {mayChange && inForce.replaced && (
          <div className="basis-full">
            <ReplacedRun environment={environment} run={inForce.replaced} isWithin={inForce.within !== null} />
          </div>
        )}
      </div>
      {figures && (
        <div className="p-4">
          <ClassStrip figures={figures} />
        </div>
      )}
    </Card>
  );
}
