import { countDashboard } from "@/lib/dashboard/queries";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(countDashboard);
