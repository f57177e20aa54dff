import { viewRoute } from "@/lib/http/view-route";
import { listAttention } from "@/lib/transactions/list/attention";

export const GET = viewRoute(listAttention);
