import { listBanks } from "@/lib/banks/queries";
import { currencyCode } from "@/lib/banks/schema";
import { viewRoute } from "@/lib/http/view-route";

export async function GET(request: Request, { params }: RouteContext<"/api/[environment]/banks">) {
  const currency = currencyCode.safeParse(new URL(request.url).searchParams.get("currency"));
  return viewRoute((await params).environment, async (ctx) =>
    currency.success ? listBanks(ctx, { currency: currency.data }) : null,
  );
}
