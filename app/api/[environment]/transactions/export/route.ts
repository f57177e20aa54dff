import { viewRoute } from "@/lib/auth/view-route";
import { textStream } from "@/lib/text-stream";
import { exportOrders } from "@/lib/transactions/exporting";
import { ordersExported } from "@/lib/transactions/schema";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/transactions/export">) {
  const { environment } = await params;
  const wanted = ordersExported.parse(Object.fromEntries(new URL(request.url).searchParams));
  return viewRoute(environment, async (ctx) => {
    const file = await exportOrders(ctx, wanted);
    if (!file.ok) return Response.json(file.error, { status: file.error.kind === "busy" ? 503 : 422 });
    return new Response(textStream(file.value), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="choba-${environment}-transactions.csv"`,
        "x-orders": String(file.value.count),
      },
    });
  });
}
