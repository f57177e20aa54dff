import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import Link from "next/link";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { TabLinks } from "@/components/filters/tab-links";
import { pickMessages } from "@/components/messages/pick-messages";
import { PlayerList } from "@/components/players/player-list";
import { PlayerSearch } from "@/components/players/search";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { playerCache } from "@/lib/kyc/cache";
import { listPlayers } from "@/lib/kyc/queries";
import { PLAYERS_SHOWN, playerFilter } from "@/lib/kyc/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("players"))("title") };
}

export default async function PlayersPage({ params, searchParams }: PageProps<"/[environment]/players">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("players");
  const filter = playerFilter.parse(await searchParams);
  const players = await listPlayers(ctx, filter);
  const mayRegister = may(actor.role, "players:register");
  const query = filter.q === "" ? "" : `&${new URLSearchParams({ q: filter.q })}`;
  const tabs = PLAYERS_SHOWN.map((name) => ({
    name,
    text: name === "needs" ? t("shown.needs", { count: players.needs }) : t(`shown.${name}`),
    href: `/${environment}/players?show=${name}${query}` as const,
  }));
  const create = (
    <>
      <Link href={`/${environment}/players/bulk`} className={buttonVariants()}>
        {t("bulkLink")}
      </Link>
      {mayRegister && (
        <Link href={`/${environment}/players/new`} className={buttonVariants({ variant: "primary" })}>
          {t("register")}
        </Link>
      )}
    </>
  );
  const client = new QueryClient();
  client.setQueryData(playerCache.list(environment, filter).queryKey, players);
  return (
    <PageFrame title={t("title")} aside={t("lead")} actions={create}>
      <PlayerSearch environment={environment} filter={filter} />
      <TabLinks label={t("filter")} tabs={tabs} current={filter.show} />
      <NextIntlClientProvider
        messages={pickMessages(await getMessages(), [
          "players.nothingFor",
          "players.standings",
          "orders.duration",
          "evidence",
          "failures",
          "problems",
          "common.*",
        ])}
      >
        <HydrationBoundary state={dehydrate(client)}>
          <PlayerList
            environment={environment}
            filter={filter}
            mayAsk={may(actor.role, "players:check_status")}
            mayRegister={mayRegister}
          />
        </HydrationBoundary>
      </NextIntlClientProvider>
    </PageFrame>
  );
}
