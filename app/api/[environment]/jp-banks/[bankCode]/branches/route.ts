import { searchBranches } from "@/lib/banks/queries";
import { directoryQuestion } from "@/lib/banks/schema";
import { viewRoute } from "@/lib/http/view-route";

type Context = RouteContext<"/api/[environment]/jp-banks/[bankCode]/branches">;

export async function GET(request: Request, { params }: Context) {
  const { environment, bankCode } = await params;
  return viewRoute(environment, (ctx) => searchBranches(ctx, { bankCode, ...directoryQuestion(request.url) }));
}
