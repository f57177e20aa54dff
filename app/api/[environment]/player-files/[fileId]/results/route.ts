import { csvResponse } from "@/lib/csv/stream";
import { viewRoute } from "@/lib/http/view-route";
import { getResults } from "@/lib/kyc/bulk-import";
import { resultsAsked } from "@/lib/kyc/schema";
import { tokyoDay } from "@/lib/time";

export const GET = viewRoute(async (ctx, wanted) => {
  const body = await getResults(ctx, wanted);
  return body === null ? null : csvResponse({ name: `choba-${ctx.environment}-players-${tokyoDay(ctx.now())}`, body });
}, resultsAsked);
