"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { chooseTheme } from "@/components/preferences/preference";
import { THEMES, type Theme, themeFrom } from "@/components/preferences/theme";
import { Segmented } from "@/components/ui/segmented";

/** `theme` is what the page was sent with; from then on, the page itself says how it is drawn. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const t = useTranslations("shell");
  const chosen = useSyncExternalStore(
    onThemeChange,
    () => themeFrom(document.documentElement.dataset.theme),
    () => theme,
  );
  return (
    <Segmented
      name="theme"
      label={t("theme")}
      options={THEMES.map((value) => ({ value, text: t(`themes.${value}`) }))}
      value={chosen}
      onChoose={chooseTheme}
    />
  );
}

function onThemeChange(tell: () => void) {
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
