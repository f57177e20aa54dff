import { readUpload } from "@/lib/http/upload";
import { fileRoute } from "@/lib/http/view-route";
import { readAnswersFile } from "@/lib/payees/account-check/queries";
import { ANSWERS_MAX_BYTES } from "@/lib/payees/account-check/read-answers";

/** What is in this file? Nothing is kept. */
export const POST = fileRoute(async (ctx, request) =>
  readAnswersFile(ctx, { bytes: await readUpload(request, ANSWERS_MAX_BYTES) }),
);
