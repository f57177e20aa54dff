import { getBatchReview } from "@/lib/batches/row-queries";
import { oneBatch } from "@/lib/batches/schema";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(getBatchReview, oneBatch);
