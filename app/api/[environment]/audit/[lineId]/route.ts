import { getAuditLink } from "@/lib/audit/queries";
import { oneLine } from "@/lib/audit/schema";
import { viewRoute } from "@/lib/http/view-route";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/audit/[lineId]">) {
  const { environment, lineId } = await params;
  const line = oneLine.safeParse({ lineId });
  return viewRoute(environment, async (ctx) => (line.success ? getAuditLink(ctx, line.data) : null));
}
