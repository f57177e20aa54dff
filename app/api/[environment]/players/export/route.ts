import { textStream } from "@/lib/csv/text-stream";
import { viewRoute } from "@/lib/http/view-route";
import { exportPlayers } from "@/lib/kyc/export";
import { playerFileName } from "@/lib/kyc/list";
import { playersExported } from "@/lib/kyc/schema";

export const GET = viewRoute(async (ctx, wanted) => {
  const file = await exportPlayers(ctx, wanted);
  if (!file.ok) return Response.json(file.error, { status: file.error.kind === "busy" ? 503 : 422 });
  return new Response(textStream(file.value), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${playerFileName(ctx.environment, ctx.now())}"`,
      "x-rows": String(file.value.count),
    },
  });
}, playersExported);
