/** What a person chose; `system` follows the machine. The server renders it, so no page flashes in the other one. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = "theme";

export const themeFrom = (text: string | undefined): Theme => THEMES.find((theme) => theme === text) ?? "system";
