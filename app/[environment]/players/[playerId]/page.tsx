import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import { pickMessages } from "@/components/messages/pick-messages";
import { backAddress } from "@/components/players/back-address";
import { PlayerDetail } from "@/components/players/player-detail";
import { PlayerNotHeld } from "@/components/players/player-not-held";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { playerCache } from "@/lib/kyc/cache";
import { getPlayer } from "@/lib/kyc/queries";
import { registrationStart } from "@/lib/kyc/schema";

type Props = PageProps<"/[environment]/players/[playerId]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodeURIComponent((await params).playerId) };
}

export default async function PlayerPage({ params, searchParams }: Props) {
  const wanted = await params;
  const ctx = await viewerContext(wanted.environment);
  const { environment, actor } = ctx;
  const playerId = decodeURIComponent(wanted.playerId);
  const found = await getPlayer(ctx, { playerId });
  const mayAsk = may(actor.role, "players:check_status");
  const mayRegister = may(actor.role, "players:register");
  const client = new QueryClient();
  if (found) client.setQueryData(playerCache.one(environment, playerId).queryKey, found);
  return (
    <NextIntlClientProvider
      messages={pickMessages(await getMessages(), [
        "players",
        "orders.duration",
        "evidence",
        "timeline",
        "failures",
        "problems",
        "common",
      ])}
    >
      {found ? (
        <HydrationBoundary state={dehydrate(client)}>
          <PlayerDetail
            environment={environment}
            playerId={playerId}
            back={backAddress(registrationStart.parse(await searchParams).back)}
            mayAsk={mayAsk}
            mayRegister={mayRegister}
            mayReadRaw={may(actor.role, "transactions:read_raw")}
          />
        </HydrationBoundary>
      ) : (
        <PlayerNotHeld environment={environment} playerId={playerId} mayAsk={mayAsk} mayRegister={mayRegister} />
      )}
    </NextIntlClientProvider>
  );
}
