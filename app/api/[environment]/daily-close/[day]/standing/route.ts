import { getDayStanding } from "@/lib/daily-close/queries";
import { oneDay } from "@/lib/daily-close/schema";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(getDayStanding, oneDay);
