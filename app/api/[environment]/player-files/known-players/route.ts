import { questionRoute } from "@/lib/http/view-route";
import { heldPlayers } from "@/lib/kyc/bulk-import";
import { playerIds } from "@/lib/kyc/schema";

/** Two thousand ids do not fit into an address. */
export const POST = questionRoute(heldPlayers, playerIds);
