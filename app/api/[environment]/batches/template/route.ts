import { templateAsked } from "@/lib/batches/schema";
import { batchTemplate } from "@/lib/batches/template";
import { download } from "@/lib/exports/download";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(async (ctx, asked) => download(await batchTemplate(ctx, asked)), templateAsked);
