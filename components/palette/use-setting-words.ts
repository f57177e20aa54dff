import { useQuery } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import type { SettingName, SettingWords } from "@/lib/i18n/setting-words";
import { viewOptions } from "@/lib/view-options";

/** The words of the settings in all languages, asked for once: most pages go without them. */
export function useSettingWords(environment: Environment) {
  const { data, isLoading } = useQuery(
    viewOptions<Partial<Record<SettingName, SettingWords>>>(
      [environment, "setting-words"],
      `/api/${environment}/setting-words`,
      { staleTime: Number.POSITIVE_INFINITY, retry: false },
    ),
  );
  return { words: data ?? {}, isLoading };
}
