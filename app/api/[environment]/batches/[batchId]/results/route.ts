import { exportBatchResults } from "@/lib/batches/results";
import { resultsAsked } from "@/lib/batches/schema";
import { fileResponse } from "@/lib/http/file-response";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(async (ctx, asked) => {
  const file = await exportBatchResults(ctx, asked);
  return file && fileResponse(file);
}, resultsAsked);
