import { viewRoute } from "@/lib/auth/view-route";
import { adviceFor } from "@/lib/withdrawals/queries";
import { advisedTerms } from "@/lib/withdrawals/schema";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/withdrawals/advice">) {
  const terms = advisedTerms.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  return viewRoute((await params).environment, async (ctx) => (terms.success ? adviceFor(ctx, terms.data) : null));
}
