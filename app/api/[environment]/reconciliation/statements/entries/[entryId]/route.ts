import { viewRoute } from "@/lib/http/view-route";
import { getEntry } from "@/lib/reconciliation/statements/queries";
import { oneEntry } from "@/lib/reconciliation/statements/schema";

export const GET = viewRoute(getEntry, oneEntry);
