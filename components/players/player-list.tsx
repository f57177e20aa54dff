"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { Timestamp } from "@/components/display/timestamp";
import { Evidence } from "@/components/evidence/evidence";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { PlayerLink } from "@/components/orders/player-link";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useNow } from "@/components/use-now";
import type { Environment } from "@/lib/environment";
import { playerCache } from "@/lib/kyc/cache";
import type { PlayerFilter, PlayerRow } from "@/lib/kyc/schema";
import { isPointless, needsAPerson } from "@/lib/kyc/state";
import { CheckPlayerStatusButton } from "./check-status-button";
import { KycStatusBadge, kycStatusAt } from "./kyc-status-badge";
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
        {mayAsk && filter.q !== "" && <CheckPlayerStatusButton environment={environment} playerId={filter.q} />}
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

function Rows({ environment, rows, asOf, now, mayRegister }: RowsProps) {
  const t = useTranslations("players");
  const columns: Column<PlayerRow>[] = [
    {
      id: "created",
      name: `${t("when")} (JST)`,
      cell: ({ createdAt }) => <Timestamp at={createdAt} style="minute" />,
      className: "text-xs text-subtle-foreground max-lg:col-start-2 max-lg:row-start-1",
    },
    {
      id: "player",
      name: t("player"),
      cell: ({ playerId }) => <PlayerLink environment={environment} playerId={playerId} />,
      className: "max-lg:col-span-2 max-lg:row-start-2",
    },
    { id: "name", name: t("name"), cell: (row) => <Name row={row} />, className: "max-lg:row-start-1" },
    {
      id: "state",
      name: t("state"),
      cell: (row) => <State row={row} asOf={asOf} now={now} />,
      className: "max-lg:col-span-2 max-lg:row-start-3",
    },
    {
      id: "next",
      name: <span className="sr-only">{t("next")}</span>,
      cell: (row) => mayRegister && <Again environment={environment} row={row} now={now} />,
      className: "empty:max-lg:hidden max-lg:col-span-2 max-lg:row-start-4 lg:text-right",
    },
  ];
  return (
    <DataTable
      caption={t("lead")}
      columns={columns}
      rows={rows}
      keyOf={({ registrationId }) => registrationId}
      card="max-lg:[&>tr]:grid-cols-[1fr_auto] max-lg:[&>tr]:gap-x-2 max-lg:[&>tr]:gap-y-1 max-lg:[&>tr]:py-3"
    />
  );
}

function Name({ row: { userName } }: { row: PlayerRow }) {
  const t = useTranslations("players");
  return userName === null ? (
    <span className="text-subtle-foreground">{t("nameElsewhere")}</span>
  ) : (
    <span lang="ja">{userName}</span>
  );
}

function State({ row, asOf, now }: { row: PlayerRow; asOf: string; now: number }) {
  const standing = kycStatusAt(row, now);
  return (
    <div className="grid justify-items-start gap-0.5">
      <KycStatusBadge standing={standing} status={row.status} />
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
  const standing = kycStatusAt(row, now);
  if (!needsAPerson(standing) || isPointless(standing)) return null;
  return (
    <Link
      prefetch={false}
      href={`/${environment}/players/new?${new URLSearchParams({ playerId: row.playerId })}`}
      aria-label={t("againWho", { playerId: row.playerId })}
      className={buttonVariants({ size: "small", className: "justify-self-start" })}
    >
      {t("again")}
    </Link>
  );
}
