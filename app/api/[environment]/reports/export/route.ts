import { download } from "@/lib/exports/download";
import { viewRoute } from "@/lib/http/view-route";
import { exportReport } from "@/lib/reports/export";
import { reportAsked } from "@/lib/reports/schema";

export const GET = viewRoute(async (ctx, asked) => download(await exportReport(ctx, asked)), reportAsked);
