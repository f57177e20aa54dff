"use client";

import { Segmented } from "@/components/ui/segmented";
import { useRefresh } from "@/components/use-refresh";
import { LOCALE_COOKIE, type Locale } from "@/lib/i18n/locale";
import { keepPreference } from "./preference";

/** Each language is named in itself, for those who cannot read the other. */
const LANGUAGES: { value: Locale; text: string; lang: string }[] = [
  { value: "en", text: "English", lang: "en" },
  { value: "ja", text: "日本語", lang: "ja" },
];

type Props = { label: string; locale: Locale };

export function LanguageSwitch({ label, locale }: Props) {
  const refresh = useRefresh();
  const choose = (chosen: Locale) => {
    keepPreference(LOCALE_COOKIE, chosen);
    refresh();
  };
  return <Segmented name="language" label={label} options={LANGUAGES} value={locale} onChoose={choose} />;
}
