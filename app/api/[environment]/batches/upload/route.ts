import { uploadBatch } from "@/lib/batches/drafts";
import { uploadAsked } from "@/lib/batches/schema";
import { readUpload } from "@/lib/http/upload";
import { uploadRoute } from "@/lib/http/view-route";
import { FILE_MAX_BYTES } from "@/lib/imports/grid";

/** One file as the body, and its name in the address. */
export const POST = uploadRoute(async (ctx, request) => {
  const { name, encoding } = uploadAsked.parse(Object.fromEntries(new URL(request.url).searchParams));
  return uploadBatch(ctx, { name, encoding, bytes: await readUpload(request, FILE_MAX_BYTES), again: null });
});
