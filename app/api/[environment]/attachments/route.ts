import { ATTACHMENT_MAX_BYTES } from "@/lib/attachments/attachment";
import { addAttachment } from "@/lib/attachments/commands";
import { readUpload } from "@/lib/http/upload";
import { uploadRoute } from "@/lib/http/view-route";

/** One file as the body, and its name in the address. */
export const POST = uploadRoute(async (ctx, request) => {
  const name = new URL(request.url).searchParams.get("name") ?? "";
  return addAttachment(ctx, { name, bytes: await readUpload(request, ATTACHMENT_MAX_BYTES) });
});
