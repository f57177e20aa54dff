import { readUpload } from "@/lib/http/upload";
import { fileRoute } from "@/lib/http/view-route";
import { FILE_MAX_BYTES } from "@/lib/imports/grid";
import { textEncodingOf } from "@/lib/imports/text-encoding";
import { readPlayersFile } from "@/lib/kyc/bulk-import";

/** What is in this file? Nothing is kept. */
export const POST = fileRoute(async (ctx, request) =>
  readPlayersFile(ctx, {
    bytes: await readUpload(request, FILE_MAX_BYTES),
    encoding: textEncodingOf(new URL(request.url).searchParams.get("encoding")),
  }),
);
