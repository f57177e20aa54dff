import { csvResponse } from "@/lib/csv/stream";
import { viewRoute } from "@/lib/http/view-route";
import { exportReconciliation } from "@/lib/reconciliation/export";
import { exportAsked } from "@/lib/reconciliation/schema";

export const GET = viewRoute(async (ctx, asked) => {
  const file = await exportReconciliation(ctx, asked);
  if (file === null) return null;
  return file.ok ? csvResponse(file.value) : Response.json(file.error, { status: 503 });
}, exportAsked);
