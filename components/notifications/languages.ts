import type { Locale } from "@/lib/i18n/locale";

/** Each by its own name, in every language. */
export const LANGUAGES: Record<Locale, string> = { en: "English", ja: "日本語" };
