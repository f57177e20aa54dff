import { viewRoute } from "@/lib/http/view-route";
import { getExchange } from "@/lib/transactions/queries";
import { rowId } from "@/lib/transactions/schema";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/exchanges/[exchangeId]">) {
  const { environment, exchangeId } = await params;
  const id = rowId.safeParse(exchangeId);
  return viewRoute(environment, async (ctx) => (id.success ? getExchange(ctx, { exchangeId: id.data }) : null));
}
