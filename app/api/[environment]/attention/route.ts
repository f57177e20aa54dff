import { viewRoute } from "@/lib/auth/view-route";
import { listAttention } from "@/lib/transactions/attention";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/attention">) {
  return viewRoute((await params).environment, listAttention);
}
