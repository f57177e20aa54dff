import { viewRoute } from "@/lib/http/view-route";
import { getPlayer } from "@/lib/kyc/queries";
import { namedPlayer } from "@/lib/kyc/schema";

export const GET = viewRoute(getPlayer, namedPlayer);
