import { viewRoute } from "@/lib/auth/view-route";
import { listTransactions } from "@/lib/transactions/queries";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/transactions">) {
  return viewRoute((await params).environment, listTransactions);
}
