import { readUpload } from "@/lib/http/upload";
import { uploadRoute } from "@/lib/http/view-route";
import { addLedgerPart, completeLedger } from "@/lib/reconciliation/ledger-files";
import { oneFile, PART_BYTES, partAsked } from "@/lib/reconciliation/schema";

/** One part of a ledger as the body; without a part, the end of the upload. */
export const POST = uploadRoute(async (ctx, request) => {
  const { pathname, searchParams } = new URL(request.url);
  const asked = { ...Object.fromEntries(searchParams), fileId: pathname.split("/").at(-1) };
  if (!searchParams.has("part")) {
    const file = oneFile.safeParse(asked);
    const whole = file.success ? await completeLedger(ctx, file.data) : null;
    return whole?.ok === false && whole.error.kind === "no_file" ? null : whole;
  }
  const part = partAsked.safeParse(asked);
  return part.success ? addLedgerPart(ctx, { ...part.data, bytes: await readUpload(request, PART_BYTES) }) : null;
});
