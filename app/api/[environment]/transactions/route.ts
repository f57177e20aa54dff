import { viewRoute } from "@/lib/http/view-route";
import { listOrders } from "@/lib/transactions/list/list";
import { ordersAsked } from "@/lib/transactions/schema";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/transactions">) {
  const asked = ordersAsked.parse(Object.fromEntries(new URL(request.url).searchParams));
  return viewRoute((await params).environment, (ctx) => listOrders(ctx, asked));
}
