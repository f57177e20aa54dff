import { viewRoute } from "@/lib/http/view-route";
import { downloadPackage } from "@/lib/months/commands";
import { onePackage } from "@/lib/months/schema";

export const GET = viewRoute(async (ctx, asked) => {
  const file = await downloadPackage(ctx, asked);
  if (!file) return null;
  const headers = {
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="${file.name}"`,
    "x-content-type-options": "nosniff",
  };
  return new Response(new Uint8Array(file.content), { headers });
}, onePackage);
