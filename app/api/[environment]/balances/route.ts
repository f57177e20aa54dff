import { refreshBalances } from "@/lib/balances/commands";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(refreshBalances);
