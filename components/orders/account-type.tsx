import { useTranslations } from "next-intl";

/** The API's code of a Japanese account type in words. Null outside Japan; a code we do not know is shown as it is. */
export function AccountType({ code }: { code: string | null }) {
  const t = useTranslations("orders");
  return code && t("accountType", { code });
}
