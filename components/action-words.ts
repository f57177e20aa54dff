import type { Translator } from "@/lib/i18n/translator";

/** What was done, in words. The audit log's names have dots and spaces, which a message's branches cannot have. */
export const actionWords = (t: Translator<"actions">, { by, action }: { by: string; action: string }) =>
  t("done", { by, action: action.replaceAll(/\W/g, "_"), raw: action });
