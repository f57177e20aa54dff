import { getAuditLink } from "@/lib/audit/queries";
import { oneLine } from "@/lib/audit/schema";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(getAuditLink, oneLine);
