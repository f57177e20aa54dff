import { viewRoute } from "@/lib/auth/view-route";
import { readPlayersFile } from "@/lib/kyc/files";
import { readUpload } from "@/lib/kyc/upload";

/** A question, though it is a POST: what is in this file? Nothing is kept. */
export async function POST(request: Request, { params }: RouteContext<"/api/[environment]/player-files/read">) {
  return viewRoute((await params).environment, async (ctx) => readPlayersFile(ctx, await readUpload(request)));
}
