import { readAudit } from "@/lib/audit/queries";
import { auditFilter } from "@/lib/audit/schema";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(readAudit, auditFilter);
