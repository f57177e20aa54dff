import { fieldProblems } from "@/lib/fields";
import { readUpload } from "@/lib/http/upload";
import { uploadRoute } from "@/lib/http/view-route";
import { importAnswers } from "@/lib/payees/account-check/commands";
import { ANSWERS_MAX_BYTES } from "@/lib/payees/account-check/read-answers";
import { answersFrom } from "@/lib/payees/account-check/schema";
import { err } from "@/lib/result";
import { tokyoDay } from "@/lib/time";

/** The answers of a bank, and in the address whose they are and of which day. */
export const POST = uploadRoute(async (ctx, request) => {
  const bytes = await readUpload(request, ANSWERS_MAX_BYTES);
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const from = answersFrom(tokyoDay(ctx.now())).safeParse(asked);
  if (!from.success) return err({ kind: "invalid", fields: fieldProblems(from.error) });
  return importAnswers(ctx, { bytes, ...from.data });
});
