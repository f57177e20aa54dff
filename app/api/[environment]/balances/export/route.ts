import { exportBalanceHistory } from "@/lib/balances/export";
import { historyFilter } from "@/lib/balances/schema";
import { csvResponse } from "@/lib/csv/stream";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(
  async (ctx, filter) => csvResponse(await exportBalanceHistory(ctx, filter)),
  historyFilter,
);
