import { viewRoute } from "@/lib/auth/view-route";
import { getTransaction } from "@/lib/transactions/queries";

type Context = RouteContext<"/api/[environment]/transactions/[referenceId]">;

export async function GET(_request: Request, { params }: Context) {
  const { environment, referenceId } = await params;
  return viewRoute(environment, (ctx) => getTransaction(ctx, { referenceId }));
}
