/** The language is a person's choice and no part of the address: a link reads the same for everybody. */
export const LOCALES = ["en", "ja"] as const;
export type Locale = (typeof LOCALES)[number];

/** Each by its own name, for those who cannot read the other. */
export const LANGUAGES: Record<Locale, string> = { en: "English", ja: "日本語" };

export const LOCALE_COOKIE = "locale";

/** All dates use this time zone, independent of the machine. */
export const TIME_ZONE = "Asia/Tokyo";

const isLocale = (text: string | undefined): text is Locale => LOCALES.some((locale) => locale === text);

/** The chosen language, else the first one of `Accept-Language` (RFC 9110, 12.5.4) that we speak, else English. */
export function chooseLocale(chosen: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(chosen)) return chosen;
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith("q="));
      return { language: tag.split("-")[0], weight: weight ? Number(weight.slice(2)) : 1 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wanted.map(({ language }) => language).find(isLocale) ?? "en";
}
