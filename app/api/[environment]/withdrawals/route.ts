import { viewRoute } from "@/lib/http/view-route";
import { listWithdrawals } from "@/lib/withdrawals/queries";
import { withdrawalFilter } from "@/lib/withdrawals/schema";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/withdrawals">) {
  const filter = withdrawalFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  return viewRoute((await params).environment, (ctx) => listWithdrawals(ctx, filter));
}
