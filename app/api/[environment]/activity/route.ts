import { readLog } from "@/lib/activity/queries";
import { activityFilter } from "@/lib/activity/schema";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(readLog, activityFilter);
