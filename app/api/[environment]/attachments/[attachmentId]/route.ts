import { getAttachment } from "@/lib/attachments/queries";
import { oneAttachment } from "@/lib/attachments/schema";
import { viewRoute } from "@/lib/http/view-route";

type Context = RouteContext<"/api/[environment]/attachments/[attachmentId]">;

/** A file as it was uploaded, to be saved: it is never shown as a page of ours. */
export async function GET(_request: Request, { params }: Context) {
  const { environment, ...address } = await params;
  const wanted = oneAttachment.safeParse(address);
  return viewRoute(environment, async (ctx) => {
    const file = wanted.success ? await getAttachment(ctx, wanted.data) : null;
    if (!file) return null;
    const headers = {
      "content-type": file.mediaType,
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.name).replaceAll("'", "%27")}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    };
    return new Response(new Uint8Array(file.content), { headers });
  });
}
