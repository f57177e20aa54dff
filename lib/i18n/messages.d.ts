import type { Locale } from "./locale";
import type en from "./messages/en.json";

// Keys of messages are checked by the compiler, against the English file.
declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof en;
  }
}
