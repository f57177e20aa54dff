import { download } from "@/lib/exports/download";
import { viewRoute } from "@/lib/http/view-route";
import { getResults } from "@/lib/kyc/bulk-import";
import { playerFileName } from "@/lib/kyc/list";
import { resultsAsked } from "@/lib/kyc/schema";

export const GET = viewRoute(async (ctx, wanted) => {
  const body = await getResults(ctx, wanted);
  return body === null ? null : download({ name: playerFileName(ctx.environment, ctx.now()), body });
}, resultsAsked);
