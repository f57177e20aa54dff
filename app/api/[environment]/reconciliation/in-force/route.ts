import { viewRoute } from "@/lib/http/view-route";
import { getRunInForce } from "@/lib/reconciliation/queries";
import { oneRunPeriod } from "@/lib/reconciliation/schema";

export const GET = viewRoute(getRunInForce, oneRunPeriod);
