import { readSmallJson } from "@/lib/http/body-limit";
import { viewRoute } from "@/lib/http/view-route";
import { heldPlayers } from "@/lib/kyc/bulk-import";
import { playerIds } from "@/lib/kyc/schema";

/** A question, though it is a POST: two thousand ids do not fit into an address. */
export async function POST(request: Request, { params }: RouteContext<"/api/[environment]/player-files/held">) {
  return viewRoute((await params).environment, async (ctx) => {
    const asked = playerIds.safeParse(await readSmallJson(request));
    return asked.success ? heldPlayers(ctx, asked.data) : null;
  });
}
