import { exportBalanceHistory } from "@/lib/balances/export";
import { historyFilter } from "@/lib/balances/schema";
import { csvResponse } from "@/lib/csv/stream";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(async (ctx, filter) => {
  const file = await exportBalanceHistory(ctx, filter);
  return csvResponse(file.name, file.stream);
}, historyFilter);
