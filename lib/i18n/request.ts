import "server-only";
import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { chooseLocale, LOCALE_COOKIE, type Locale, TIME_ZONE } from "./locale";
import type en from "./messages/en.json";

const MESSAGES: Record<Locale, () => Promise<{ default: typeof en }>> = {
  en: () => import("./messages/en.json"),
  ja: () => import("./messages/ja.json"),
};

/** next-intl asks this once a request. */
export default getRequestConfig(async () => {
  const locale = chooseLocale((await cookies()).get(LOCALE_COOKIE)?.value, (await headers()).get("accept-language"));
  return { locale, timeZone: TIME_ZONE, messages: (await MESSAGES[locale]()).default };
});
