import { getApiStatus } from "@/lib/api-status/queries";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(getApiStatus);
