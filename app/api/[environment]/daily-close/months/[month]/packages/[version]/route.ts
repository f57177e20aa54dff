import { download } from "@/lib/exports/download";
import { viewRoute } from "@/lib/http/view-route";
import { downloadPackage } from "@/lib/months/commands";
import { onePackage } from "@/lib/months/schema";

export const GET = viewRoute(async (ctx, asked) => {
  const file = await downloadPackage(ctx, asked);
  return file && download(file);
}, onePackage);
