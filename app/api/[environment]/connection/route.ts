import { viewRoute } from "@/lib/auth/view-route";
import { checkConnection } from "@/lib/connection/commands";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/connection">) {
  return viewRoute((await params).environment, checkConnection);
}
