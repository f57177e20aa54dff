import { csvResponse } from "@/lib/csv/stream";
import { viewRoute } from "@/lib/http/view-route";
import { exportReport } from "@/lib/reports/export";
import { reportAsked } from "@/lib/reports/schema";

export const GET = viewRoute(async (ctx, asked) => {
  const { name, text } = await exportReport(ctx, asked);
  return csvResponse(name, text);
}, reportAsked);
