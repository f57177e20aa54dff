"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Empty } from "@/components/feedback/empty";
import { OrderTable } from "@/components/orders/order-table";
import { PlayerLink } from "@/components/orders/player-link";
import { KycStatusBadge, kycStatusAt } from "@/components/players/kyc-status-badge";
import { Card, TitledCard } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import type { DirectoryEntry } from "@/lib/banks/schema";
import type { Environment } from "@/lib/environment";
import type { OrderHit, PlayerHit, SearchView } from "@/lib/search/schema";
import { searchPath } from "./search-path";
import { whyWords } from "./why-words";

type Props = {
  environment: Environment;
  q: string;
  view: SearchView;
  banks: DirectoryEntry[];
  /** What fits less well was asked for, too. */
  more: boolean;
  now: number;
};

/** What is held here that may be meant, the best first, each with why it was found. */
export function SearchResults({ environment, q, view, banks, more, now }: Props) {
  const t = useTranslations("search");
  const orders = view.hits.filter((hit) => hit.kind === "order");
  const players = view.hits.filter((hit) => hit.kind === "player");
  const isNothing = view.hits.length === 0 && banks.length === 0;
  return (
    <div className="grid gap-4">
      <p role="status" className={isNothing ? "sr-only" : "text-muted-foreground"}>
        {t(view.hasMore ? "best" : "found", { orders: orders.length, players: players.length })}
        {view.hasMore && more && ` ${t("typeMore")}`}
      </p>
      {view.limit && <p className="text-muted-foreground">{t(`limits.${view.limit}`)}</p>}
      {isNothing && (
        <Card>
          <Empty title={t("nothing", { q })}>{t("nothingText")}</Empty>
        </Card>
      )}
      {orders.length > 0 && <Orders environment={environment} hits={orders} />}
      {players.length > 0 && <Players environment={environment} hits={players} now={now} />}
      {view.hasMore && !more && (
        <p>
          <Link href={searchPath(environment, q, { show: "more" })} className="text-primary hover:underline">
            {t("more")}
          </Link>
        </p>
      )}
      {banks.length > 0 && <Banks environment={environment} banks={banks} />}
    </div>
  );
}

function Orders({ environment, hits }: { environment: Environment; hits: OrderHit[] }) {
  const t = useTranslations("search");
  return (
    <TitledCard title={t("orders")} aside={<Count>{hits.length}</Count>}>
      <OrderTable
        environment={environment}
        caption={t("orders")}
        rows={hits.map(({ order, ...found }) => ({ ...order, found }))}
        aboutName={t("why")}
        about={({ playerId, found: { why, name, account } }) => (
          <>
            {whyWords(t, why)}
            <span className="text-xs text-subtle-foreground max-lg:block lg:ml-2">
              {[name, account, playerId].filter((part) => part !== null).join(" · ")}
            </span>
          </>
        )}
      />
    </TitledCard>
  );
}

function Players({ environment, hits, now }: { environment: Environment; hits: PlayerHit[]; now: number }) {
  const t = useTranslations("search");
  return (
    <TitledCard title={t("players")} aside={<Count>{hits.length}</Count>}>
      <ul>
        {hits.map(({ player, why }) => (
          <li
            key={player.registrationId}
            className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-border px-4 py-1.5 hover:bg-accent last:border-b-0"
          >
            <PlayerLink environment={environment} playerId={player.playerId} />
            {player.userName && <span>{player.userName}</span>}
            <span className="text-subtle-foreground">{whyWords(t, why)}</span>
            <span className="ml-auto">
              <KycStatusBadge displayStatus={kycStatusAt(player, now)} status={player.status} />
            </span>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

function Banks({ environment, banks }: { environment: Environment; banks: DirectoryEntry[] }) {
  const t = useTranslations("search");
  return (
    <TitledCard title={t("banks")} aside={<Count>{banks.length}</Count>}>
      <ul>
        {banks.map(({ code, name, kana }) => (
          <li
            key={code}
            className="flex min-h-10 items-center gap-x-3 border-b border-border px-4 py-1.5 last:border-b-0 hover:bg-accent"
          >
            <Link
              prefetch={false}
              href={`/${environment}/banks?${new URLSearchParams({ currency: "JPY", bank: code })}`}
              className="text-primary hover:underline"
            >
              <span className="font-mono text-xs">{code}</span> {name}
            </Link>{" "}
            <span className="text-xs text-subtle-foreground">{kana}</span>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
