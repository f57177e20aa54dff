import { viewRoute } from "@/lib/http/view-route";
import { listAttention } from "@/lib/transactions/list/attention";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/attention">) {
  return viewRoute((await params).environment, listAttention);
}
