import type { Translator } from "@/components/messages/translator";
import type { Why } from "@/lib/search/schema";

/** Why it was found, in a few words: "Recipient's name begins so". */
export const whyWords = (t: Translator<"search">, { field, how }: Why) =>
  t(`how.${how}`, { field: t(`fields.${field}`) });
