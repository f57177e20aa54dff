import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { backAddress } from "@/components/players/back-address";
import { PlayerDetail } from "@/components/players/player-detail";
import { PlayerNotHeld } from "@/components/players/player-not-held";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { playerCache } from "@/lib/kyc/cache";
import { getPlayer } from "@/lib/kyc/queries";
import { registrationStart } from "@/lib/kyc/schema";

type Props = PageProps<"/[environment]/players/[playerId]">;

export default async function PlayerPage({ params, searchParams }: Props) {
  const wanted = await params;
  const ctx = await viewerContext(wanted.environment);
  const { environment, actor } = ctx;
  const playerId = decodeURIComponent(wanted.playerId);
  const found = await getPlayer(ctx, { playerId });
  const mayAsk = may(actor.role, "players:check_status");
  const mayRegister = may(actor.role, "players:register");
  const queries = [found && seed(playerCache.one(environment, playerId), found)];
  return (
    <ClientBoundary
      messages={[
        "players",
        "orders.duration",
        "evidence",
        "timeline",
        "actions",
        "states",
        "failures",
        "problems",
        "common",
      ]}
    >
      {found ? (
        <ClientBoundary queries={queries}>
          <PlayerDetail
            environment={environment}
            playerId={playerId}
            back={backAddress(registrationStart.parse(await searchParams).back)}
            mayAsk={mayAsk}
            mayRegister={mayRegister}
            mayReadRaw={may(actor.role, "transactions:read_raw")}
          />
        </ClientBoundary>
      ) : (
        <PlayerNotHeld environment={environment} playerId={playerId} mayAsk={mayAsk} mayRegister={mayRegister} />
      )}
    </ClientBoundary>
  );
}
