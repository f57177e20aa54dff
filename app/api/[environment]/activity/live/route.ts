import { liveRoute } from "@/lib/http/live-route";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/activity/live">) {
  return liveRoute((await params).environment, "activity:read", request);
}
