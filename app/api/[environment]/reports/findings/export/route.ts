import { csvResponse } from "@/lib/csv/stream";
import { viewRoute } from "@/lib/http/view-route";
import { exportFindings } from "@/lib/reports/findings/export";
import { findingsAsked } from "@/lib/reports/findings/schema";

export const GET = viewRoute(async (ctx, asked) => {
  const file = await exportFindings(ctx, asked);
  return file.ok ? csvResponse(file.value) : Response.json(file.error, { status: 422 });
}, findingsAsked);
