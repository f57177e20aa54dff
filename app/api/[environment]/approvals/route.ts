import { listApprovals } from "@/lib/approvals/queries";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(listApprovals);
