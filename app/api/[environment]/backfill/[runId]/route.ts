import { getBackfill } from "@/lib/backfill/queries";
import { rowsOfRun } from "@/lib/backfill/schema";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(getBackfill, rowsOfRun);
