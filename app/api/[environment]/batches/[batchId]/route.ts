import { getBatch } from "@/lib/batches/queries";
import { oneBatch } from "@/lib/batches/schema";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(getBatch, oneBatch);
