import { checkDeposit } from "@/lib/deposits/queries";
import { checkedTerms } from "@/lib/deposits/schema";
import { readSmallJson } from "@/lib/http/body-limit";
import { viewRoute } from "@/lib/http/view-route";

/** A question, though it is a POST: a player's id is typed by people and need not be in a log of addresses. */
export async function POST(request: Request, { params }: RouteContext<"/api/[environment]/deposits/checks">) {
  return viewRoute((await params).environment, async (ctx) => {
    const terms = checkedTerms.safeParse(await readSmallJson(request));
    return terms.success ? checkDeposit(ctx, terms.data) : null;
  });
}
