"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Choice } from "./choice";
import { keepPreference } from "./preference";
import { THEME_COOKIE, THEMES, type Theme } from "./theme";

export function ThemeSwitch({ theme }: { theme: Theme }) {
  const t = useTranslations("shell");
  const router = useRouter();
  return (
    <Choice
      label={t("theme")}
      options={THEMES.map((value) => ({ value, text: t(`themes.${value}`) }))}
      value={theme}
      onChoose={(chosen) => {
        keepPreference(THEME_COOKIE, chosen);
        router.refresh();
      }}
    />
  );
}
