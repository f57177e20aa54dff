import { getDelivery } from "@/lib/activity/queries";
import { oneDelivery } from "@/lib/activity/schema";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(getDelivery, oneDelivery);
