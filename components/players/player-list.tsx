"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { daysFacet } from "@/components/data-table/facets";
import { ListAddressProvider, useListAddress } from "@/components/data-table/list-address";
import { type ListColumn, ListView } from "@/components/data-table/list-view";
import { onlyPartOf } from "@/components/data-table/only-part";
import { useLastPage } from "@/components/data-table/use-last-page";
import { Timestamp } from "@/components/display/timestamp";
import { EvidenceIcon } from "@/components/evidence/evidence";
import { Empty } from "@/components/feedback/empty";
import { loadPart } from "@/components/load-part";
import { useNavigate } from "@/components/navigation/use-navigate";
import { PlayerLink, playerPath } from "@/components/orders/player-link";
import { buttonVariants } from "@/components/ui/button";
import { useNow } from "@/components/use-now";
import { ViewTabs } from "@/components/views/view-tabs";
import type { Environment } from "@/lib/environment";
import { playerCache } from "@/lib/kyc/cache";
import { PLAYER_PARTS, PLAYERS_SHOWN } from "@/lib/kyc/list";
import type { PlayerRow, PlayersView } from "@/lib/kyc/schema";
import { isPointless, needsAction } from "@/lib/kyc/state";
import type { ViewShown } from "@/lib/views/schema";
import { CheckPlayerStatusButton } from "./check-status-button";
import { KycStatusBadge, kycStatusAt } from "./kyc-status-badge";
import { WaitingTime } from "./waiting-time";

const ExportPlayers = dynamic(() => loadPart(async () => (await import("./export-players")).ExportPlayers), {
  loading: () => null,
});

type Props = {
  environment: Environment;
  views: ViewShown[];
  columns: readonly string[];
  /** The server's clock when the page was made. */
  asOf: string;
  mayKeep: boolean;
  mayExport: boolean;
  mayAsk: boolean;
  mayRegister: boolean;
  /** Whether names are searched here, too. */
  seesNames: boolean;
  /** Whether a search for a full name finds the player elsewhere. */
  mayCompareNames: boolean;
};

const keyOf = ({ playerId }: PlayerRow) => playerId;

/** Players by their newest registration, each as it stands now. */
export function PlayerList(props: Props) {
  return (
    <ListAddressProvider path={`/${props.environment}/players`} parts={PLAYER_PARTS}>
      <Players {...props} />
    </ListAddressProvider>
  );
}

function Players(props: Props) {
  const { environment, views, columns, asOf, mayKeep, mayExport, mayAsk, mayRegister, seesNames } = props;
  const t = useTranslations("players");
  const navigate = useNavigate();
  const { query, filter, values } = useListAddress();
  const options = playerCache.page(environment, query);
  const page = useLastPage(options);
  const needs = page?.needs ?? 0;
  const show = PLAYERS_SHOWN.find((one) => one === values.show) ?? "all";
  const q = values.q ?? "";
  const onlyPart = onlyPartOf(filter);
  const sort = values.sort === "oldest" ? "oldest" : "newest";
  const all: ListColumn<PlayerRow>[] = [
    {
      id: "created",
      name: `${t("when")} (JST)`,
      cell: ({ createdAt }) => <Timestamp at={createdAt} style="compact" />,
      className: "text-xs text-subtle-foreground max-lg:col-start-2 max-lg:row-start-1",
      sorting: {
        now: sort === "newest" ? "descending" : "ascending",
        ...(sort === "newest" ? { to: "oldest", hint: t("sorts.oldest") } : { to: "", hint: t("sorts.newest") }),
      },
    },
    {
      id: "player",
      name: t("player"),
      cell: ({ playerId }) => <PlayerLink environment={environment} playerId={playerId} />,
      className: "max-lg:col-span-2 max-lg:row-start-2",
      isFixed: true,
    },
    { id: "name", name: t("name"), cell: (row) => <Name row={row} />, className: "max-lg:row-start-1" },
    {
      id: "state",
      name: t("state"),
      cell: (row) => <State row={row} asOf={asOf} />,
      className: "max-lg:col-span-2 max-lg:row-start-3",
    },
    {
      id: "updated",
      name: t("updated"),
      cell: ({ updatedAt }) => <Timestamp at={updatedAt} style="compact" />,
      className: "text-xs text-subtle-foreground",
      isTableOnly: true,
    },
    {
      id: "next",
      name: t("next"),
      cell: (row) => mayRegister && <Again environment={environment} row={row} asOf={asOf} />,
      className: "empty:max-lg:hidden max-lg:col-span-2 max-lg:row-start-4 lg:text-right",
    },
  ];
  return (
    <>
      <ViewTabs
        {...{ environment, filter, views, mayKeep }}
        list="players"
        shown={PLAYERS_SHOWN.map((name) => ({ name, text: t(`shown.${name}`), toDo: name === "needs" ? needs : 0 }))}
      />
      <ListView<PlayerRow, PlayersView>
        list="players"
        caption={t("lead")}
        options={options}
        keyOf={keyOf}
        columns={() => all}
        chosenColumns={columns}
        card="max-lg:[&>tr]:grid-cols-[1fr_auto] max-lg:[&>tr]:gap-x-2 max-lg:[&>tr]:gap-y-1 max-lg:[&>tr]:py-3"
        find={{
          part: "q",
          ...(seesNames
            ? { name: t("searchLabel"), hint: t("searchHint") }
            : { name: t("playerId"), hint: t("searchIdHint") }),
        }}
        facets={[daysFacet(t("when"), [t("fromDay"), t("toDay")])]}
        onOpen={(playerId) => navigate.push(playerPath(environment, playerId))}
        empty={{
          all: (
            <Empty title={t("empty")}>
              {t("emptyText")}
              {mayRegister && (
                <div className="mt-3 flex flex-wrap gap-2">
                  <Link href={`/${environment}/players/new`} className={buttonVariants({ variant: "primary" })}>
                    {t("register")}
                  </Link>
                  <Link href={`/${environment}/players/bulk`} className={buttonVariants()}>
                    {t("bulkLink")}
                  </Link>
                </div>
              )}
            </Empty>
          ),
          found:
            q !== "" ? (
              <NothingFound {...{ ...props, q }} isOnly={onlyPart === "q"} />
            ) : (
              <Empty title={show !== "all" && onlyPart === "show" ? t(`nothingFor.${show}`) : t("nothingFor.days")} />
            ),
        }}
        exportForm={
          mayExport
            ? (only) => <ExportPlayers key={`${filter} ${only}`} {...{ environment, filter, only }} />
            : undefined
        }
        copied={({ playerId, userName, status }) => [playerId, userName, status].map((cell) => cell ?? "").join("\t")}
      />
      {mayAsk && q !== "" && <CheckPlayerStatusButton key={q} environment={environment} playerId={q} />}
    </>
  );
}

/** `isOnly`: nothing else filters. Where something does, a player whom the search would find may be left out. */
function NothingFound({ environment, q, isOnly, seesNames, mayCompareNames }: Props & { q: string; isOnly: boolean }) {
  const t = useTranslations("players");
  const titleOf = (one: "nothingFound" | "noSuchId") => (isOnly ? t(one, { q }) : t("nothingFor.days"));
  return (
    <Empty title={titleOf(seesNames ? "nothingFound" : "noSuchId")}>
      {t(seesNames ? "nothingFoundText" : "noSuchIdText")}
      {(seesNames || mayCompareNames) && (
        <p>
          <Link
            prefetch={false}
            href={`/${environment}/search?${new URLSearchParams({ q })}`}
            className="text-primary hover:underline"
          >
            {t(seesNames ? "searchElsewhere" : "searchWholeName", { q })}
          </Link>
        </p>
      )}
    </Empty>
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

function State({ row, asOf }: { row: PlayerRow; asOf: string }) {
  const now = useNow(10_000) ?? Date.parse(asOf);
  const displayStatus = kycStatusAt(row, now);
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 lg:flex-nowrap">
      <KycStatusBadge displayStatus={displayStatus} status={row.status} />
      {displayStatus === "pending" || displayStatus === "overdue" ? (
        <WaitingTime since={row.since} asOf={asOf} />
      ) : displayStatus === "not_found" ? null : (
        <EvidenceIcon order={{ ...row, possiblySentUntil: null }} />
      )}
    </div>
  );
}

/** The one thing that helps where it went wrong. */
function Again({ environment, row, asOf }: { environment: Environment; row: PlayerRow; asOf: string }) {
  const now = useNow(10_000) ?? Date.parse(asOf);
  const t = useTranslations("players");
  const displayStatus = kycStatusAt(row, now);
  if (!needsAction(displayStatus) || isPointless(displayStatus)) return null;
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
