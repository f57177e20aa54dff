import { viewRoute } from "@/lib/http/view-route";
import { getTransaction } from "@/lib/transaction-detail/queries";

type Context = RouteContext<"/api/[environment]/transactions/[referenceId]">;

export async function GET(_request: Request, { params }: Context) {
  const { environment, referenceId } = await params;
  return viewRoute(environment, (ctx) => getTransaction(ctx, { referenceId }));
}
