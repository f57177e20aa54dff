import { getBackfill } from "@/lib/backfill/queries";
import { rowFilter } from "@/lib/backfill/schema";
import { viewRoute } from "@/lib/http/view-route";
import { rowId } from "@/lib/transactions/schema";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/history/[runId]">) {
  const { environment, runId } = await params;
  const id = rowId.safeParse(runId);
  const filter = rowFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  return viewRoute(environment, async (ctx) => (id.success ? getBackfill(ctx, { runId: id.data, ...filter }) : null));
}
