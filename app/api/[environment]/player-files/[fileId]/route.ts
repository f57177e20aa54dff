import { viewRoute } from "@/lib/http/view-route";
import { getFile } from "@/lib/kyc/bulk-import";
import { oneFile } from "@/lib/kyc/schema";

export async function GET(_request: Request, { params }: RouteContext<"/api/[environment]/player-files/[fileId]">) {
  const { environment, fileId } = await params;
  const wanted = oneFile.safeParse({ fileId });
  return viewRoute(environment, async (ctx) => (wanted.success ? getFile(ctx, wanted.data) : null));
}
