import { viewRoute } from "@/lib/http/view-route";
import { settingWords } from "@/lib/i18n/setting-words";

/** The same for every user: no more than the names of pages. */
export const GET = viewRoute(async () => settingWords());
