"use client";

import { useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";
import { chooseTheme } from "@/components/preferences/preference";
import { THEMES, type Theme, themeFrom } from "@/components/preferences/theme";
import { Segmented } from "@/components/ui/segmented";

/** `theme` is what the page was sent with; from then on, the page itself says how it is drawn. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const t = useTranslations("shell");
  const drawn = useSyncExternalStore(
    onThemeChange,
    () => themeFrom(document.documentElement.dataset.theme),
    () => theme,
  );
  const [pressed, setPressed] = useState<Theme | null>(null);
  /** The press is marked first: the styles of a long list take a slow machine a fifth of a second. */
  function choose(wanted: Theme) {
    setPressed(wanted);
    requestAnimationFrame(() =>
      setTimeout(() => {
        chooseTheme(wanted);
        setPressed(null);
      }),
    );
  }
  return (
    <Segmented
      name="theme"
      label={t("theme")}
      options={THEMES.map((value) => ({ value, text: t(`themes.${value}`) }))}
      value={pressed ?? drawn}
      onChoose={choose}
    />
  );
}

function onThemeChange(tell: () => void) {
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
