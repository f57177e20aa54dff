import { viewRoute } from "@/lib/http/view-route";
import { getTimeline } from "@/lib/transaction-detail/queries";
import { timelineQuestion } from "@/lib/transactions/schema";

export const GET = viewRoute(getTimeline, timelineQuestion);
