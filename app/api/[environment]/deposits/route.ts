import { listDeposits } from "@/lib/deposits/queries";
import { depositFilter } from "@/lib/deposits/schema";
import { viewRoute } from "@/lib/http/view-route";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/deposits">) {
  const filter = depositFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  return viewRoute((await params).environment, (ctx) => listDeposits(ctx, filter));
}
