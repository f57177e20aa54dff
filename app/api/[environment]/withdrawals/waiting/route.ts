import { viewRoute } from "@/lib/http/view-route";
import { countWaitingForMe } from "@/lib/withdrawals/queries";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/withdrawals/waiting">) {
  return viewRoute((await params).environment, countWaitingForMe);
}
