import { readUpload } from "@/lib/http/upload";
import { uploadRoute } from "@/lib/http/view-route";
import { FILE_MAX_BYTES } from "@/lib/imports/grid";
import { uploadStatement } from "@/lib/reconciliation/statements/commands";
import { statementAsked } from "@/lib/reconciliation/statements/schema";

/** One statement of a bank as the body. Its name, and whose account it is of, stand in the address. */
export const POST = uploadRoute(async (ctx, request) => {
  const bytes = await readUpload(request, FILE_MAX_BYTES);
  const asked = statementAsked.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  return asked.success ? uploadStatement(ctx, { bytes, ...asked.data }) : null;
});
