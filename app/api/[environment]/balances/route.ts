import { viewRoute } from "@/lib/auth/view-route";
import { refreshBalances } from "@/lib/balances/commands";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/balances">) {
  return viewRoute((await params).environment, refreshBalances);
}
