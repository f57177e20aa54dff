import { listBatchRows } from "@/lib/batches/row-queries";
import { batchRowsAsked } from "@/lib/batches/schema";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(listBatchRows, batchRowsAsked);
