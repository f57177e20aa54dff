import { readUpload } from "@/lib/http/upload";
import { fileRoute } from "@/lib/http/view-route";
import { readPlayersFile } from "@/lib/kyc/bulk-import";
import { SHEET_MAX_BYTES } from "@/lib/kyc/parse-sheet";

/** What is in this file? Nothing is kept. */
export const POST = fileRoute(async (ctx, request) =>
  readPlayersFile(ctx, { bytes: await readUpload(request, SHEET_MAX_BYTES) }),
);
