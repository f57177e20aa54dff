import { getAttachment } from "@/lib/attachments/queries";
import { oneAttachment } from "@/lib/attachments/schema";
import { viewRoute } from "@/lib/http/view-route";

/** A file as it was uploaded, to be saved: it is never shown as a page of ours. */
export const GET = viewRoute(async (ctx, wanted) => {
  const file = await getAttachment(ctx, wanted);
  if (!file) return null;
  const headers = {
    "content-type": file.mediaType,
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.name).replaceAll("'", "%27")}`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  };
  return new Response(new Uint8Array(file.content), { headers });
}, oneAttachment);
