import { listFileResponse } from "@/lib/exports/response";
import { viewRoute } from "@/lib/http/view-route";
import { orderFileName } from "@/lib/transactions/list/csv-columns";
import { exportOrders } from "@/lib/transactions/list/export";
import { ordersExported } from "@/lib/transactions/schema";

export const GET = viewRoute(async (ctx, wanted) => {
  const { filter, format } = wanted;
  // Of a workbook the browser is sent the rows, a line of JSON each, and makes it.
  const name = orderFileName(ctx.environment, filter, format, ctx.now()).replace(/xlsx$/, "ndjson");
  return listFileResponse(await exportOrders(ctx, wanted), name);
}, ordersExported);
