import { readAudit } from "@/lib/audit/queries";
import { auditFilter } from "@/lib/audit/schema";
import { viewRoute } from "@/lib/http/view-route";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/audit">) {
  const filter = auditFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  return viewRoute((await params).environment, (ctx) => readAudit(ctx, filter));
}
