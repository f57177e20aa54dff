import { exportAudit } from "@/lib/audit/export";
import { auditChoice } from "@/lib/audit/schema";
import { csvResponse } from "@/lib/csv/stream";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(async (ctx, choice) => csvResponse(await exportAudit(ctx, choice)), auditChoice);
