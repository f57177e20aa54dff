import { viewRoute } from "@/lib/auth/view-route";
import { getDay } from "@/lib/closing/queries";
import { sheetOf } from "@/lib/closing/sheet";

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
