"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { LOCALE_COOKIE } from "@/lib/i18n/locale";
import { Choice } from "./choice";
import { keepPreference } from "./preference";

const LANGUAGES = [
  { value: "en", text: "English", lang: "en" },
  { value: "ja", text: "日本語", lang: "ja" },
] as const;

export function LanguageSwitch() {
  const t = useTranslations("shell");
  const router = useRouter();
  return (
    <Choice
      label={t("language")}
      options={[...LANGUAGES]}
      value={useLocale()}
      onChoose={(locale) => {
        keepPreference(LOCALE_COOKIE, locale);
        router.refresh();
      }}
    />
  );
}
