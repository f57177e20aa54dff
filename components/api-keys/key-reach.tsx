import { useTranslations } from "next-intl";
import type { ApiKeyView } from "@/lib/api-keys/schema";
import { formatAmount } from "@/lib/money/format";
import { useScopeName } from "./use-scope-name";

/** What a key may do, from where it may be used, and how much it may request. */
export function KeyReach({ apiKey: { scopes, networks, limits } }: { apiKey: ApiKeyView }) {
  const t = useTranslations("apiKeys");
  const scopeName = useScopeName();
  return (
    <>
      <p className="text-xs break-words text-subtle-foreground">
        {scopes.map(scopeName).join(" · ")} ·{" "}
        {networks.length === 0 ? t("anywhere") : t("networks", { networks: networks.join(", ") })}
      </p>
      {limits.length > 0 && (
        <ul className="figures text-xs text-muted-foreground">
          {limits.map(({ currency, amount, used }) => (
            <li key={currency}>
              {t("limit", {
                ...{ currency, used: formatAmount(used, currency), amount: formatAmount(amount, currency) },
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
