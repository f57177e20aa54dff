import { viewRoute } from "@/lib/http/view-route";
import { getReconciliationRow } from "@/lib/reconciliation/row-detail";
import { oneRow } from "@/lib/reconciliation/schema";

export const GET = viewRoute(getReconciliationRow, oneRow);
