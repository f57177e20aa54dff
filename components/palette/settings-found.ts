import { settingPath, settingsFor } from "@/components/settings/sections";
import type { Role } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";
import { LOCALES, type Locale } from "@/lib/i18n/locale";
import type { SettingName, SettingWords } from "@/lib/i18n/setting-words";
import { matching } from "./match";

type Found = { words: Partial<Record<SettingName, SettingWords>>; locale: Locale; wanted: string };

/**
 * The settings of this role that are found by their titles, and those by what they are about, which a name or an amount
 * may occur in by chance. An amount alone finds none.
 */
export function settingsFound(environment: Environment, role: Role, { words, locale, wanted }: Found) {
  if (!/\p{L}/u.test(wanted)) return { byTitle: [], byTopic: [] };
  const settings = settingsFor({ role }).flatMap((group) =>
    group.settings.flatMap(({ name }) => {
      const said = words[name];
      if (!said) return [];
      const also = LOCALES.map((one) => said[one].title).join(" ");
      const topic = LOCALES.map((one) => said[one].about).join(" ");
      const text = said[locale].title;
      return [{ name, text, also, topic, path: settingPath(environment, name) }];
    }),
  );
  const byTitle = matching(settings, wanted);
  const byBoth = matching(
    settings.map((setting) => ({ ...setting, also: `${setting.also} ${setting.topic}` })),
    wanted,
  );
  const names = new Set(byTitle.map(({ name }) => name));
  return { byTitle, byTopic: byBoth.filter(({ name }) => !names.has(name)) };
}
