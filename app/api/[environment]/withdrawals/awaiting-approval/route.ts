import { viewRoute } from "@/lib/http/view-route";
import { countWaitingForMe } from "@/lib/withdrawals/queries";

export const GET = viewRoute(countWaitingForMe);
