import { exportBatchResults } from "@/lib/batches/results";
import { resultsAsked } from "@/lib/batches/schema";
import { download } from "@/lib/exports/download";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(async (ctx, asked) => {
  const file = await exportBatchResults(ctx, asked);
  return file && download(file);
}, resultsAsked);
