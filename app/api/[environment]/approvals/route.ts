import { listApprovals } from "@/lib/approval-queue/queries";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(listApprovals);
