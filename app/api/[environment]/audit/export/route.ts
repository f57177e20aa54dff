import { exportAudit } from "@/lib/audit/exporting";
import { auditFilter } from "@/lib/audit/schema";
import { viewRoute } from "@/lib/auth/view-route";
import { csvResponse } from "@/lib/csv-stream";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/audit/export">) {
  const {
    before: _page,
    reach: _step,
    ...filter
  } = auditFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  return viewRoute((await params).environment, async (ctx) => {
    const { name, stream } = await exportAudit(ctx, filter);
    return csvResponse(name, stream);
  });
}
