import { LOCALES, type Locale } from "@/lib/i18n/locale";
import en from "@/lib/i18n/messages/en.json";
import ja from "@/lib/i18n/messages/ja.json";

const EVERY: Record<Locale, typeof en> = { en, ja };

/** What a reply to a player is made of, in one language. */
export type ReplyWords = { locale: Locale; reply: Pick<typeof en.orders.reply, "text" | "said"> };

/** In every language, because support may answer a player in another one than the console's. */
export const replyWords = (): ReplyWords[] =>
  LOCALES.map((locale) => {
    const { text, said } = EVERY[locale].orders.reply;
    return { locale, reply: { text, said } };
  });
