import { viewRoute } from "@/lib/http/view-route";
import { getFeeEstimate } from "@/lib/transactions/fee-estimate";
import { feeAsked } from "@/lib/transactions/schema";

export const GET = viewRoute(getFeeEstimate, feeAsked);
