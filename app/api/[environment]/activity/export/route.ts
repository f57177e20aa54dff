import { exportLog } from "@/lib/activity/exporting";
import { activityFilter } from "@/lib/activity/schema";
import { viewRoute } from "@/lib/auth/view-route";
import { csvResponse } from "@/lib/csv-stream";

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
