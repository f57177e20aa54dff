import { downloadOfList } from "@/lib/exports/download";
import { viewRoute } from "@/lib/http/view-route";
import { exportOrders } from "@/lib/transactions/list/export";
import { ordersExported } from "@/lib/transactions/schema";

export const GET = viewRoute(async (ctx, wanted) => downloadOfList(await exportOrders(ctx, wanted)), ordersExported);
