import { checkApiStatus } from "@/lib/api-status/commands";
import { viewRoute } from "@/lib/http/view-route";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/connection">) {
  return viewRoute((await params).environment, checkApiStatus);
}
