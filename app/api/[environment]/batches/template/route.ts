import { templateAsked } from "@/lib/batches/schema";
import { batchTemplate } from "@/lib/batches/template";
import { fileResponse } from "@/lib/http/file-response";
import { viewRoute } from "@/lib/http/view-route";

export const GET = viewRoute(async (ctx, asked) => fileResponse(await batchTemplate(ctx, asked)), templateAsked);
