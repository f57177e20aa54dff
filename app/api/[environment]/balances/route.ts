import { refreshBalances } from "@/lib/balances/commands";
import { viewRoute } from "@/lib/http/view-route";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/balances">) {
  return viewRoute((await params).environment, refreshBalances);
}
