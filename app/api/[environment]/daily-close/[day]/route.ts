import { sheetOf } from "@/lib/daily-close/csv";
import { getDay } from "@/lib/daily-close/queries";
import { oneDay } from "@/lib/daily-close/schema";
import { download } from "@/lib/exports/download";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(async (ctx, wanted) => {
  const view = await getDay(ctx, wanted);
  return view && download({ name: `choba-${ctx.environment}-closing-${view.day}.csv`, body: sheetOf(view) });
}, oneDay);
