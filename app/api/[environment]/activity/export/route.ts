import { exportLog } from "@/lib/activity/export";
import { activityChoice } from "@/lib/activity/schema";
import { download } from "@/lib/exports/download";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(async (ctx, choice) => download(await exportLog(ctx, choice)), activityChoice);
