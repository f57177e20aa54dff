import { viewRoute } from "@/lib/http/view-route";
import { getTimeline } from "@/lib/transaction-detail/queries";
import { timelineQuestion } from "@/lib/transactions/schema";

type Context = RouteContext<"/api/[environment]/transactions/[referenceId]/timeline">;

export async function GET(request: Request, { params }: Context) {
  const { environment, referenceId } = await params;
  const asked = timelineQuestion.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  return viewRoute(environment, async (ctx) =>
    asked.success ? getTimeline(ctx, { referenceId, ...asked.data }) : null,
  );
}
