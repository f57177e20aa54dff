import { viewRoute } from "@/lib/http/view-route";
import { listPlayers } from "@/lib/kyc/queries";
import { playersAsked } from "@/lib/kyc/schema";

export const GET = viewRoute(listPlayers, playersAsked);
