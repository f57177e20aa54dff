import { viewRoute } from "@/lib/http/view-route";
import { listReconciliationRows } from "@/lib/reconciliation/queries";
import { rowsAsked } from "@/lib/reconciliation/schema";

export const GET = viewRoute(listReconciliationRows, rowsAsked);
