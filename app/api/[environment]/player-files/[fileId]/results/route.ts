import { viewRoute } from "@/lib/http/view-route";
import { getResults } from "@/lib/kyc/bulk-import";
import { resultsAsked } from "@/lib/kyc/schema";
import { tokyoDay } from "@/lib/time";

type Context = RouteContext<"/api/[environment]/player-files/[fileId]/results">;

export async function GET(request: Request, { params }: Context) {
  const { environment, fileId } = await params;
  const wanted = resultsAsked.safeParse({ fileId, format: new URL(request.url).searchParams.get("format") });
  return viewRoute(environment, async (ctx) => {
    const csv = wanted.success ? await getResults(ctx, wanted.data) : null;
    const headers = {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="choba-${environment}-players-${tokyoDay(new Date())}.csv"`,
    };
    return csv === null ? null : new Response(csv, { headers });
  });
}
