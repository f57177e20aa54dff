import { textStream } from "@/lib/csv/text-stream";
import { viewRoute } from "@/lib/http/view-route";
import { orderFileName } from "@/lib/transactions/list/csv-columns";
import { exportOrders } from "@/lib/transactions/list/export";
import { ordersExported } from "@/lib/transactions/schema";

export const GET = viewRoute(async (ctx, wanted) => {
  const file = await exportOrders(ctx, wanted);
  if (!file.ok) return Response.json(file.error, { status: file.error.kind === "busy" ? 503 : 422 });
  const { filter, format } = wanted;
  // Of a workbook the browser is sent the rows, a line of JSON each, and makes it.
  const isRows = format === "xlsx";
  const name = orderFileName(ctx.environment, filter, format, ctx.now()).replace(/xlsx$/, "ndjson");
  return new Response(textStream(file.value), {
    headers: {
      "content-type": isRows ? "application/x-ndjson" : "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "x-rows": String(file.value.count),
    },
  });
}, ordersExported);
