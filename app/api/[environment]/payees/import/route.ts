import { readUpload } from "@/lib/http/upload";
import { uploadRoute } from "@/lib/http/view-route";
import { FILE_MAX_BYTES } from "@/lib/imports/grid";
import { textEncodingOf } from "@/lib/imports/text-encoding";
import { proposePayeeFile } from "@/lib/payees/file-import/commands";
import { fileNamed } from "@/lib/payees/file-import/schema";

/** Proposes what a file adds and changes. Its name stands in the address. */
export const POST = uploadRoute(async (ctx, request) => {
  const bytes = await readUpload(request, FILE_MAX_BYTES);
  const { searchParams } = new URL(request.url);
  const named = fileNamed.safeParse(Object.fromEntries(searchParams));
  const encoding = textEncodingOf(searchParams.get("encoding"));
  return named.success ? proposePayeeFile(ctx, { bytes, encoding, ...named.data }) : null;
});
