import { countDashboard } from "@/lib/dashboard/queries";
import { viewRoute } from "@/lib/http/view-route";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/today">) {
  return viewRoute((await params).environment, countDashboard);
}
