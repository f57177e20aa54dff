import { downloadOfList } from "@/lib/exports/download";
import { viewRoute } from "@/lib/http/view-route";
import { exportFindings } from "@/lib/reports/findings/export";
import { findingsAsked } from "@/lib/reports/findings/schema";

export const GET = viewRoute(async (ctx, asked) => downloadOfList(await exportFindings(ctx, asked)), findingsAsked);
