import { viewRoute } from "@/lib/http/view-route";
import { listMovements } from "@/lib/reconciliation/movements/queries";
import { movementsAsked } from "@/lib/reconciliation/movements/schema";

export const GET = viewRoute(listMovements, movementsAsked);
