import { viewRoute } from "@/lib/http/view-route";
import { getExchange } from "@/lib/transactions/queries";
import { oneExchange } from "@/lib/transactions/schema";

export const GET = viewRoute(getExchange, oneExchange);
