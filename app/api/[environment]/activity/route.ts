import { readLog } from "@/lib/activity/queries";
import { activityFilter } from "@/lib/activity/schema";
import { viewRoute } from "@/lib/http/view-route";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/activity">) {
  const filter = activityFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  return viewRoute((await params).environment, (ctx) => readLog(ctx, filter));
}
