import { readSmallJson } from "@/lib/http/body-limit";
import { viewRoute } from "@/lib/http/view-route";
import { suggestHeld } from "@/lib/search/commands";
import { searchInput } from "@/lib/search/schema";

/** A POST, as what is typed may be a name or an account number. Nothing is changed; a match may be audited. */
export async function POST(request: Request, { params }: RouteContext<"/api/[environment]/search">) {
  return viewRoute((await params).environment, async (ctx) => {
    const typed = searchInput.safeParse(await readSmallJson(request));
    return typed.success ? suggestHeld(ctx, typed.data) : null;
  });
}
