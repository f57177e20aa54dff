import { exportLog } from "@/lib/activity/export";
import { activityChoice } from "@/lib/activity/schema";
import { csvResponse } from "@/lib/csv/stream";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(async (ctx, choice) => csvResponse(await exportLog(ctx, choice)), activityChoice);
