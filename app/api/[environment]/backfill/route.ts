import { listBackfills } from "@/lib/backfill/queries";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(listBackfills);
