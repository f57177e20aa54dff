import { LOCALES, type Locale } from "@/lib/i18n/locale";
import en from "@/lib/i18n/messages/en.json";
import ja from "@/lib/i18n/messages/ja.json";

const EVERY: Record<Locale, typeof en> = { en, ja };

/** What the sentence about an order is made of, in one language. */
export type SentenceWords = {
  locale: Locale;
  orders: Pick<typeof en.orders, "subject" | "subjectTo" | "sentence" | "pasted" | "copyIn">;
};

/** In every language, because support may answer a customer in another one than the console's. */
export const sentenceWords = (): SentenceWords[] =>
  LOCALES.map((locale) => {
    const { subject, subjectTo, sentence, pasted, copyIn } = EVERY[locale].orders;
    return { locale, orders: { subject, subjectTo, sentence, pasted, copyIn } };
  });
