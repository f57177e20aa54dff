import { viewRoute } from "@/lib/http/view-route";
import { listPlayers } from "@/lib/kyc/queries";
import { playerFilter } from "@/lib/kyc/schema";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/players">) {
  const filter = playerFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  return viewRoute((await params).environment, (ctx) => listPlayers(ctx, filter));
}
