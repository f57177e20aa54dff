import { getBalanceHistory } from "@/lib/balances/queries";
import { historyFilter } from "@/lib/balances/schema";
import { viewRoute } from "@/lib/http/view-route";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/balances/history">) {
  const filter = historyFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  return viewRoute((await params).environment, (ctx) => getBalanceHistory(ctx, filter));
}
