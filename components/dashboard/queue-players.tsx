"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Clock, IdCard } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { playerPath } from "@/components/orders/player-link";
import { kycStatusAt } from "@/components/players/kyc-status-badge";
import type { Environment } from "@/lib/environment";
import { playerCache } from "@/lib/kyc/cache";
import { Age } from "./age";
import { QueueGroup, QueueLink, QueueRow } from "./queue-row";

const SHOWN = 5;

/** Players whose registration failed, expired, has no clear answer or takes too long. */
export function QueuePlayers({ environment }: { environment: Environment }) {
  const t = useTranslations("dashboard");
  const displayStatuses = useTranslations("players.displayStatuses");
  const { needs, rows, asOf } = useSuspenseQuery(playerCache.list(environment, { show: "needs", q: "" })).data;
  if (needs === 0) return null;
  return (
    <QueueGroup
      title={t("groups.players")}
      count={needs}
      more={
        needs > SHOWN && (
          <Link href={`/${environment}/players?show=needs`} className="text-primary hover:underline">
            {t("viewAll", { count: needs })}
          </Link>
        )
      }
    >
      {rows.slice(0, SHOWN).map((row) => {
        const displayStatus = kycStatusAt(row, Date.parse(asOf));
        return (
          <QueueRow
            key={row.registrationId}
            icon={displayStatus === "overdue" ? Clock : IdCard}
            tone="watch"
            title={t("registration", { displayStatus: displayStatuses(displayStatus, { status: row.status ?? "" }) })}
            detail={
              <>
                <span className="font-mono text-xs">{row.playerId}</span> <span lang="ja">{row.userName}</span>
              </>
            }
            due={<Age at={row.since} />}
            action={
              <QueueLink href={playerPath(environment, row.playerId)} label={t("openPlayer", { id: row.playerId })}>
                {t("open")}
              </QueueLink>
            }
          />
        );
      })}
    </QueueGroup>
  );
}
