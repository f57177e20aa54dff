import { getVolume } from "@/lib/dashboard/volume";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(getVolume);
