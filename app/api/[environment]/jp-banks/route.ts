import { searchBanks } from "@/lib/banks/queries";
import { directoryQuestion } from "@/lib/banks/schema";
import { viewRoute } from "@/lib/http/view-route";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/jp-banks">) {
  return viewRoute((await params).environment, (ctx) => searchBanks(ctx, directoryQuestion(request.url)));
}
