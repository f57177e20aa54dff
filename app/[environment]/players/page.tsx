import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { keptColumns } from "@/components/data-table/kept-columns";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { PlayerList } from "@/components/players/player-list";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { playerCache } from "@/lib/kyc/cache";
import { PLAYER_PARTS } from "@/lib/kyc/list";
import { listPlayers } from "@/lib/kyc/queries";
import { playersAsked } from "@/lib/kyc/schema";
import { partsIn } from "@/lib/list/page";
import { mayReveal, seesPii } from "@/lib/pii/access";
import { listViews } from "@/lib/views/queries";

export default async function PlayersPage({ params, searchParams }: PageProps<"/[environment]/players">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("players");
  const given = await searchParams;
  const [players, views] = await Promise.all([
    listPlayers(ctx, playersAsked.parse(given)),
    listViews(ctx, { list: "players" }),
  ]);
  const mayRegister = may(actor.role, "players:register");
  const create = (
    <>
      <Link href={`/${environment}/players/bulk`} className={buttonVariants()}>
        {t(mayRegister ? "bulkLink" : "bulkFiles")}
      </Link>
      {mayRegister && (
        <Link href={`/${environment}/players/new`} className={buttonVariants({ variant: "primary" })}>
          {t("register")}
        </Link>
      )}
    </>
  );
  const first = seed(playerCache.page(environment, partsIn(given, PLAYER_PARTS)), players);
  return (
    <PageFrame title={t("title")} summary={t("lead")} actions={create}>
      <ClientBoundary
        messages={[
          ...([
            "players.*",
            "players.shown",
            "players.sorts",
            "players.nothingFor",
            "players.displayStatuses",
            "players.export",
            "export",
          ] as const),
          ...(["orders.duration", "list", "views", "evidence", "failures", "problems", "common.*"] as const),
        ]}
        queries={[first]}
      >
        <PlayerList
          {...{ environment, views, mayRegister }}
          columns={await keptColumns("players", USUAL_COLUMNS)}
          asOf={players.asOf}
          mayExport={may(actor.role, "players:export")}
          mayKeep={may(actor.role, "views:save")}
          mayAsk={may(actor.role, "players:check_status")}
          seesNames={seesPii(ctx)}
          mayCompareNames={mayReveal(ctx)}
        />
      </ClientBoundary>
    </PageFrame>
  );
}

const USUAL_COLUMNS = ["created", "name", "state", "next"];
