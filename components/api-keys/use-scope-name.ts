import { useTranslations } from "next-intl";
import type { ApiScope } from "@/lib/auth/api-scopes";

/** What a scope permits, in words. */
export function useScopeName() {
  const t = useTranslations("apiKeys.scopes");
  return (scope: ApiScope) => t(scope.replace(":", "_") as "orders_read");
}
