import { viewRoute } from "@/lib/http/view-route";
import { getReconciliation } from "@/lib/reconciliation/queries";
import { oneRun } from "@/lib/reconciliation/schema";

export const GET = viewRoute(getReconciliation, oneRun);
