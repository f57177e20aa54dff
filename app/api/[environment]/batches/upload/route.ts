import { uploadBatch } from "@/lib/batches/drafts";
import { UPLOAD_MAX_BYTES, uploadAsked } from "@/lib/batches/schema";
import { readUpload } from "@/lib/http/upload";
import { uploadRoute } from "@/lib/http/view-route";

/** One file as the body, and its name in the address. */
export const POST = uploadRoute(async (ctx, request) => {
  const { name } = uploadAsked.parse(Object.fromEntries(new URL(request.url).searchParams));
  return uploadBatch(ctx, { name, bytes: await readUpload(request, UPLOAD_MAX_BYTES), again: null });
});
