import { viewRoute } from "@/lib/auth/view-route";
import { searchBanks } from "@/lib/banks/queries";
import { sought } from "@/lib/banks/schema";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/jp-banks">) {
  const typed = sought.parse(new URL(request.url).searchParams.get("q"));
  return viewRoute((await params).environment, (ctx) => searchBanks(ctx, { typed }));
}
