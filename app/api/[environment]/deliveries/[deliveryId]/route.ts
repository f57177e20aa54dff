import { getDelivery } from "@/lib/activity/queries";
import { viewRoute } from "@/lib/http/view-route";
import { rowId } from "@/lib/transactions/schema";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/deliveries/[deliveryId]">) {
  const { environment, deliveryId } = await params;
  const id = rowId.safeParse(deliveryId);
  return viewRoute(environment, async (ctx) => (id.success ? getDelivery(ctx, { deliveryId: id.data }) : null));
}
