import { viewRoute } from "@/lib/http/view-route";
import { listOrders } from "@/lib/transactions/list/list";
import { ordersAsked } from "@/lib/transactions/schema";

export const GET = viewRoute(listOrders, ordersAsked);
