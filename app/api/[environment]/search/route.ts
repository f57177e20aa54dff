import { readSmallJson } from "@/lib/auth/small-body";
import { viewRoute } from "@/lib/auth/view-route";
import { suggestHeld } from "@/lib/search/queries";
import { searchInput } from "@/lib/search/schema";

/** A question, though it is a POST: what is typed may be a name or an account number, and nothing is changed. */
export async function POST(request: Request, { params }: RouteContext<"/api/[environment]/search">) {
  return viewRoute((await params).environment, async (ctx) => {
    const typed = searchInput.safeParse(await readSmallJson(request));
    return typed.success ? suggestHeld(ctx, typed.data) : null;
  });
}
