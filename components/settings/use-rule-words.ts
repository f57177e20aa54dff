import { useTranslations } from "next-intl";
import { isZero } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";

type From = { currency: string; from: string };

/** An amount from which on a rule holds. Zero is written out too, so that a column of amounts has no gap. */
export function useRuleWords() {
  const t = useTranslations("rules");
  return {
    from: ({ currency, from }: From) => t("fromAmount", { amount: formatAmount(isZero(from) ? "0" : from, currency) }),
    users: (count: number | null) => (count === null ? t("noRule") : t("users", { count })),
  };
}
