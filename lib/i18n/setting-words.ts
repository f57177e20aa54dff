import type { Locale } from "./locale";
import en from "./messages/en.json";
import ja from "./messages/ja.json";

export type SettingName = keyof typeof en.settings.about;

/** What a setting is called and is about. */
export type SettingWords = Record<Locale, { title: string; about: string }>;

const NAMES = Object.keys(en.settings.about) as SettingName[];

const wordsOf = ({ settings }: typeof en, name: SettingName) => ({
  title: settings[name],
  about: settings.about[name],
});

/** In all languages: a setting is found by the words of either, and no page has to send them. */
export const settingWords = (): Record<SettingName, SettingWords> =>
  Object.fromEntries(NAMES.map((name) => [name, { en: wordsOf(en, name), ja: wordsOf(ja, name) }])) as Record<
    SettingName,
    SettingWords
  >;
