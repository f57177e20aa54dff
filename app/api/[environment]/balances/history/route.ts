import { getBalanceHistory } from "@/lib/balances/queries";
import { historyFilter } from "@/lib/balances/schema";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(getBalanceHistory, historyFilter);
