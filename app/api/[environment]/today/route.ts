import { viewRoute } from "@/lib/auth/view-route";
import { countToday } from "@/lib/today/queries";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/today">) {
  return viewRoute((await params).environment, countToday);
}
