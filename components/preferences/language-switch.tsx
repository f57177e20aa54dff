"use client";

import { Segmented } from "@/components/ui/segmented";
import { useRefresh } from "@/components/use-refresh";
import { LANGUAGES, LOCALE_COOKIE, LOCALES, type Locale } from "@/lib/i18n/locale";
import { keepPreference } from "./preference";

const OPTIONS = LOCALES.map((value) => ({ value, text: LANGUAGES[value], lang: value }));

type Props = { label: string; locale: Locale };

export function LanguageSwitch({ label, locale }: Props) {
  const refresh = useRefresh();
  const choose = (chosen: Locale) => {
    keepPreference(LOCALE_COOKIE, chosen);
    refresh();
  };
  return <Segmented name="language" label={label} options={OPTIONS} value={locale} onChoose={choose} />;
}
