import { listBatches } from "@/lib/batches/queries";
import { batchesAsked } from "@/lib/batches/schema";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(listBatches, batchesAsked);
