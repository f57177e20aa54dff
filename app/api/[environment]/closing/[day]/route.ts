import { sheetOf } from "@/lib/daily-close/csv";
import { getDay } from "@/lib/daily-close/queries";
import { viewRoute } from "@/lib/http/view-route";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/closing/[day]">) {
  const { environment, day } = await params;
  return viewRoute(environment, async (ctx) => {
    const view = await getDay(ctx, { day });
    const headers = {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="choba-${environment}-closing-${view?.day}.csv"`,
    };
    return view && new Response(sheetOf(view), { headers });
  });
}
