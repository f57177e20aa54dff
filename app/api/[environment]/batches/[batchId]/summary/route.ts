import { getDraftSummary } from "@/lib/batches/draft-queries";
import { oneBatch } from "@/lib/batches/schema";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(getDraftSummary, oneBatch);
