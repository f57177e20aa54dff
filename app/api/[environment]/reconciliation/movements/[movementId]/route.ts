import { viewRoute } from "@/lib/http/view-route";
import { getMovement } from "@/lib/reconciliation/movements/queries";
import { oneMovement } from "@/lib/reconciliation/movements/schema";

export const GET = viewRoute(getMovement, oneMovement);
