import { readUpload } from "@/lib/http/upload";
import { viewRoute } from "@/lib/http/view-route";
import { readPlayersFile } from "@/lib/kyc/bulk-import";
import { SHEET_MAX_BYTES } from "@/lib/kyc/parse-sheet";

/** A question, though it is a POST: what is in this file? Nothing is kept. */
export async function POST(request: Request, { params }: RouteContext<"/api/[environment]/player-files/read">) {
  return viewRoute((await params).environment, async (ctx) =>
    readPlayersFile(ctx, { bytes: await readUpload(request, SHEET_MAX_BYTES) }),
  );
}
