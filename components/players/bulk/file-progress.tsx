"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Clock, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { Evidence } from "@/components/evidence/evidence";
import { Staleness } from "@/components/feedback/staleness";
import { PlayerLink } from "@/components/orders/player-link";
import { KycStatusBadge, kycStatusAt } from "@/components/players/kyc-status-badge";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { FileLink } from "@/components/ui/download-link";
import { Progress } from "@/components/ui/progress";
import { Segmented } from "@/components/ui/segmented";
import { useNow } from "@/components/use-now";
import type { Environment } from "@/lib/environment";
import { playerCache } from "@/lib/kyc/cache";
import type { FileRow } from "@/lib/kyc/schema";
import { fileGroups } from "./file-groups";

const SHOWS = ["all", "needs", "leftOut"] as const;

type Props = { environment: Environment; fileId: string; mayExport: boolean };

/** How far a file has come, row by row. It goes on without this page, which can be left and come back to. */
export function FileProgress({ environment, fileId, mayExport }: Props) {
  const t = useTranslations("players.bulk");
  const query = useSuspenseQuery(playerCache.file(environment, fileId));
  const { rows, asOf, dueBy, startedAt, startedBy } = query.data;
  const [shows, setShows] = useState<(typeof SHOWS)[number]>("all");
  const now = useNow(5_000) ?? Date.parse(asOf);
  const { wanted, waits, ...some } = fileGroups(rows, now);
  const sent = wanted - waits;
  const groups = { all: rows, ...some };
  const results = `/api/${environment}/player-files/${fileId}/results`;
  return (
    <>
      <Staleness query={query} />
      <Card className="mb-4 grid gap-2 p-4.5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-lg/snug font-semibold" role="status">
            {t(waits > 0 ? "progress" : "allSent", { sent, count: wanted })}
          </p>
          {mayExport && (
            <p className="flex flex-wrap gap-2">
              <FileLink href={results} className={buttonVariants()}>
                {t("results")}
              </FileLink>
              <FileLink href={`${results}?format=csv_text`} className={buttonVariants()}>
                {t("resultsForExcel")}
              </FileLink>
            </p>
          )}
        </div>
        <Progress max={Math.max(wanted, 1)} value={sent} aria-label={t("progressName")} />
        <p className="text-sm text-muted-foreground">
          {waits > 0 && t.rich("dueBy", { at: () => <Timestamp at={dueBy} style="recent" /> })} {t("mayLeave")}
        </p>
        <p className="text-xs text-subtle-foreground">
          <Timestamp at={startedAt} style="full" /> · {t("startedBy", { name: startedBy })}
        </p>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>{t("rows")}</CardTitle>
          <Segmented
            name="rows-shown"
            label={t("rows")}
            className="ml-auto max-w-full flex-wrap"
            value={shows}
            onChoose={setShows}
            options={SHOWS.map((value) => ({
              value,
              text: t(`progressShows.${value}`, { count: groups[value].length }),
            }))}
          />
        </CardHeader>
        {groups[shows].length === 0 && <p className="px-4 py-5 text-muted-foreground">{t("noneOfThese")}</p>}
        <ol aria-label={t("rows")}>
          {groups[shows].map((row) => (
            <Row key={row.line} environment={environment} row={row} now={now} />
          ))}
        </ol>
      </Card>
    </>
  );
}

function Row({ environment, row, now }: { environment: Environment; row: FileRow; now: number }) {
  const t = useTranslations("players.bulk");
  const { line, playerId, userName, leftOut, registration } = row;
  return (
    <li className="grid items-center gap-x-4 gap-y-0.5 border-b border-border px-4 py-2 last:border-b-0 md:grid-cols-[3.5rem_1fr_1fr_15rem]">
      <span className="figures text-xs text-subtle-foreground">{t("line", { line })}</span>
      {registration ? (
        <PlayerLink environment={environment} playerId={playerId} />
      ) : (
        <span className="font-mono text-xs break-all">{playerId}</span>
      )}
      <span lang="ja">{userName}</span>
      <span className="flex flex-wrap items-center gap-2">
        {registration ? (
          <>
            <KycStatusBadge displayStatus={kycStatusAt(registration, now)} status={registration.status} />
            <Evidence order={{ ...registration, possiblySentUntil: null }} />
          </>
        ) : (
          <Badge
            tone={leftOut === "refused" ? "watch" : "neutral"}
            icon={leftOut === "refused" ? TriangleAlert : Clock}
          >
            {leftOut === null ? t("waitsTurn") : t(`leftOut.${leftOut}`)}
          </Badge>
        )}
      </span>
    </li>
  );
}
