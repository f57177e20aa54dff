import { viewRoute } from "@/lib/http/view-route";
import { getMonth } from "@/lib/months/queries";
import { oneMonth } from "@/lib/months/schema";

export const GET = viewRoute(getMonth, oneMonth);
