import { downloadOfList } from "@/lib/exports/download";
import { viewRoute } from "@/lib/http/view-route";
import { exportReconciliation } from "@/lib/reconciliation/export";
import { exportAsked } from "@/lib/reconciliation/schema";

export const GET = viewRoute(async (ctx, asked) => {
  const file = await exportReconciliation(ctx, asked);
  return file && downloadOfList(file);
}, exportAsked);
