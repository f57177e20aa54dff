import { THEME_COOKIE, type Theme } from "./theme";

const YEAR_S = 365 * 24 * 3600;

/** Remembers a choice in this browser. It is no secret and affects appearance only. */
export function keepPreference(name: string, value: string) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support.
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
}

/** Applies to the page immediately, all of it in one frame; the cookie is for the next request. */
export function chooseTheme(theme: Theme) {
  keepPreference(THEME_COOKIE, theme);
  const { dataset } = document.documentElement;
  dataset.themeChanging = "";
  dataset.theme = theme;
  requestAnimationFrame(() => requestAnimationFrame(() => delete dataset.themeChanging));
}
