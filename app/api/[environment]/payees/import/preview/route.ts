import { readUpload } from "@/lib/http/upload";
import { fileRoute } from "@/lib/http/view-route";
import { FILE_MAX_BYTES } from "@/lib/imports/grid";
import { textEncodingOf } from "@/lib/imports/text-encoding";
import { previewPayeeFile } from "@/lib/payees/file-import/queries";

/** What would this file change? Nothing is kept. */
export const POST = fileRoute(async (ctx, request) =>
  previewPayeeFile(ctx, {
    bytes: await readUpload(request, FILE_MAX_BYTES),
    encoding: textEncodingOf(new URL(request.url).searchParams.get("encoding")),
  }),
);
