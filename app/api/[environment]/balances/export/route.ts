import { exportBalanceHistory } from "@/lib/balances/export";
import { historyFilter } from "@/lib/balances/schema";
import { download } from "@/lib/exports/download";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(async (ctx, filter) => download(await exportBalanceHistory(ctx, filter)), historyFilter);
