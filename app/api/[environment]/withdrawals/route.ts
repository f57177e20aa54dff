import { viewRoute } from "@/lib/auth/view-route";
import { listWithdrawals } from "@/lib/withdrawals/queries";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/withdrawals">) {
  return viewRoute((await params).environment, listWithdrawals);
}
