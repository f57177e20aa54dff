import { uploadBatch } from "@/lib/batches/drafts";
import { type UploadProgress, uploadAsked } from "@/lib/batches/schema";
import { progressAnswer } from "@/lib/http/progress-answer";
import { readUpload } from "@/lib/http/upload";
import { uploadRoute } from "@/lib/http/view-route";
import { FILE_MAX_BYTES } from "@/lib/imports/grid";

/** One file as the body, and its name in the address. */
export const POST = uploadRoute(async (ctx, request) => {
  const { name, encoding } = uploadAsked.parse(Object.fromEntries(new URL(request.url).searchParams));
  const bytes = await readUpload(request, FILE_MAX_BYTES);
  return progressAnswer<UploadProgress>((onProgress) => uploadBatch(ctx, { name, encoding, bytes, onProgress }));
});
