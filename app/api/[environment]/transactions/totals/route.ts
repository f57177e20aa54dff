import { viewRoute } from "@/lib/http/view-route";
import { orderTotals } from "@/lib/transactions/list/totals";
import { ordersAsked } from "@/lib/transactions/schema";

export const GET = viewRoute((ctx, asked) => orderTotals(ctx, asked), ordersAsked);
