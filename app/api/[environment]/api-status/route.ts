import { checkApiStatus } from "@/lib/api-status/commands";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(checkApiStatus);
