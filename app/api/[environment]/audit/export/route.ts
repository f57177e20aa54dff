import { exportAudit } from "@/lib/audit/export";
import { auditChoice } from "@/lib/audit/schema";
import { download } from "@/lib/exports/download";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(async (ctx, choice) => download(await exportAudit(ctx, choice)), auditChoice);
