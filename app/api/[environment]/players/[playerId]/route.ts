import { viewRoute } from "@/lib/http/view-route";
import { getPlayer } from "@/lib/kyc/queries";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/players/[playerId]">) {
  const { environment, playerId } = await params;
  return viewRoute(environment, (ctx) => getPlayer(ctx, { playerId }));
}
