"use client";

import { useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";
import { afterPaint } from "@/components/after-paint";
import { chooseTheme } from "@/components/preferences/preference";
import { THEMES, type Theme, themeFrom } from "@/components/preferences/theme";
import { Choice } from "./choice";

/** `theme` is what the page was sent with; from then on, the page itself says how it is drawn. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const t = useTranslations("shell");
  const chosen = useSyncExternalStore(
    onThemeChange,
    () => themeFrom(document.documentElement.dataset.theme),
    () => theme,
  );
  const [pressed, setPressed] = useState<Theme | null>(null);
  const choose = (theme: Theme) => {
    setPressed(theme);
    // The button answers at once. That the whole page is drawn anew is no part of pressing it.
    afterPaint(() => {
      chooseTheme(theme);
      setPressed((now) => (now === theme ? null : now));
    });
  };
  return (
    <Choice
      label={t("theme")}
      options={THEMES.map((value) => ({ value, text: t(`themes.${value}`) }))}
      value={pressed ?? chosen}
      onChoose={choose}
    />
  );
}

function onThemeChange(tell: () => void) {
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
