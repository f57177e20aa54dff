import { exportAudit } from "@/lib/audit/export";
import { auditFilter } from "@/lib/audit/schema";
import { csvResponse } from "@/lib/csv/stream";
import { viewRoute } from "@/lib/http/view-route";

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
