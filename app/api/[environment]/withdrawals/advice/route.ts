import { readSmallJson } from "@/lib/http/body-limit";
import { viewRoute } from "@/lib/http/view-route";
import { adviceFor } from "@/lib/withdrawals/advice";
import { advisedTerms } from "@/lib/withdrawals/schema";

/** A question, though it is a POST: it holds a name and an account number, and changes nothing. */
export async function POST(request: Request, { params }: RouteContext<"/api/[environment]/withdrawals/advice">) {
  return viewRoute((await params).environment, async (ctx) => {
    const terms = advisedTerms.safeParse(await readSmallJson(request));
    return terms.success ? adviceFor(ctx, terms.data) : null;
  });
}
