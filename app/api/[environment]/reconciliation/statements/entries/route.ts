import { viewRoute } from "@/lib/http/view-route";
import { listEntries } from "@/lib/reconciliation/statements/queries";
import { entriesAsked } from "@/lib/reconciliation/statements/schema";

export const GET = viewRoute(listEntries, entriesAsked);
