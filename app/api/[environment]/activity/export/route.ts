import { exportLog } from "@/lib/activity/export";
import { activityFilter } from "@/lib/activity/schema";
import { csvResponse } from "@/lib/csv/stream";
import { viewRoute } from "@/lib/http/view-route";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/activity/export">) {
  const {
    before: _page,
    reach: _step,
    ...filter
  } = activityFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  return viewRoute((await params).environment, async (ctx) => {
    const { name, stream } = await exportLog(ctx, filter);
    return csvResponse(name, stream);
  });
}
