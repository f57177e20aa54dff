"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Empty } from "@/components/empty";
import { Evidence } from "@/components/evidence";
import { Staleness } from "@/components/staleness";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { useNow } from "@/components/use-now";
import { When } from "@/components/when";
import type { Environment } from "@/lib/environment";
import { playerCache } from "@/lib/kyc/cache";
import type { PlayerFilter, PlayerRow } from "@/lib/kyc/schema";
import { isPointless, needsAPerson } from "@/lib/kyc/state";
import { AskLive } from "./ask-live";
import { PlayerLink } from "./player-link";
import { StandingBadge, standingAt } from "./standing-badge";
import { WaitingTime } from "./waiting-time";

type Props = { environment: Environment; filter: PlayerFilter; mayAsk: boolean; mayRegister: boolean };

/** Players by their newest registration, each as it stands now. */
export function PlayerList({ environment, filter, mayAsk, mayRegister }: Props) {
  const query = useSuspenseQuery(playerCache.list(environment, filter));
  const { rows, asOf } = query.data;
  const now = useNow(1_000) ?? Date.parse(asOf);
  const shown = { environment, rows, asOf, now, mayRegister };
  return (
    <>
      <Staleness query={query} />
      <Card>
        {rows.length === 0 ? <Nothing filter={filter} /> : <Rows {...shown} />}
        {mayAsk && filter.q !== "" && <AskLive environment={environment} playerId={filter.q} />}
      </Card>
    </>
  );
}

function Nothing({ filter: { show, q } }: Pick<Props, "filter">) {
  const t = useTranslations("players");
  if (q !== "") return <Empty title={t("nothingFound", { q })}>{t("nothingFoundText")}</Empty>;
  if (show !== "all") return <Empty title={t(`nothingFor.${show}`)} />;
  return <Empty title={t("empty")}>{t("emptyText")}</Empty>;
}

type RowsProps = { environment: Environment; rows: PlayerRow[]; asOf: string; now: number; mayRegister: boolean };

/** A table where there is room, cards where there is not. */
function Rows({ environment, rows, asOf, now, mayRegister }: RowsProps) {
  const t = useTranslations("players");
  return (
    <>
      <Table className="max-md:hidden">
        <caption className="sr-only">{t("lead")}</caption>
        <thead>
          <TableRow>
            <TableHead>{t("when")} (JST)</TableHead>
            <TableHead>{t("player")}</TableHead>
            <TableHead>{t("name")}</TableHead>
            <TableHead>{t("state")}</TableHead>
            <TableHead>
              <span className="sr-only">{t("next")}</span>
            </TableHead>
          </TableRow>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.registrationId}>
              <TableCell className="text-xs text-ink-3">
                <When at={row.createdAt} style="minute" />
              </TableCell>
              <TableCell>
                <PlayerLink environment={environment} playerId={row.playerId} />
              </TableCell>
              <TableCell>
                <Name row={row} />
              </TableCell>
              <TableCell>
                <State row={row} asOf={asOf} now={now} />
              </TableCell>
              <TableCell className="text-right">
                {mayRegister && <Again environment={environment} row={row} now={now} />}
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <ul aria-label={t("lead")} className="md:hidden">
        {rows.map((row) => (
          <li key={row.registrationId} className="grid gap-1 border-b border-line px-4 py-3 last:border-b-0">
            <div className="flex items-start justify-between gap-2">
              <Name row={row} />
              <span className="text-xs text-ink-3">
                <When at={row.createdAt} style="minute" />
              </span>
            </div>
            <PlayerLink environment={environment} playerId={row.playerId} />
            <State row={row} asOf={asOf} now={now} />
            {mayRegister && <Again environment={environment} row={row} now={now} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Name({ row: { userName } }: { row: PlayerRow }) {
  const t = useTranslations("players");
  return userName === null ? (
    <span className="text-ink-3">{t("nameElsewhere")}</span>
  ) : (
    <span lang="ja">{userName}</span>
  );
}

function State({ row, asOf, now }: { row: PlayerRow; asOf: string; now: number }) {
  const standing = standingAt(row, now);
  return (
    <div className="grid justify-items-start gap-0.5">
      <StandingBadge standing={standing} status={row.status} />
      {standing === "pending" || standing === "overdue" ? (
        <WaitingTime since={row.since} asOf={asOf} />
      ) : (
        <Evidence order={row} />
      )}
    </div>
  );
}

/** The one thing that helps where it went wrong. */
function Again({ environment, row, now }: { environment: Environment; row: PlayerRow; now: number }) {
  const t = useTranslations("players");
  const standing = standingAt(row, now);
  if (!needsAPerson(standing) || isPointless(standing)) return null;
  return (
    <Link
      href={`/${environment}/players/new?${new URLSearchParams({ playerId: row.playerId })}`}
      prefetch={false}
      aria-label={t("againWho", { playerId: row.playerId })}
      className={buttonVariants({ size: "small", className: "justify-self-start" })}
    >
      {t("again")}
    </Link>
  );
}
