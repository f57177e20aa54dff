import { useTranslations } from "next-intl";
import { isZero } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";

type From = { currency: string; from: string };

/** An amount from which on a rule holds. Zero is written out too, so that a column of amounts has no gap. */
export function useRuleWords() {
  const t = useTranslations("rules");
  const from = ({ currency, from }: From) =>
    t("fromAmount", { amount: formatAmount(isZero(from) ? "0" : from, currency) });
  return {
    from,
    range: ({ below, ...range }: From & { below: string | null }) => {
      if (below === null) return isZero(range.from) ? t("everyAmount") : from(range);
      const end = formatAmount(below, range.currency);
      if (isZero(range.from)) return t("belowAmount", { below: end });
      return t("amountRange", { from: formatAmount(range.from, range.currency), below: end });
    },
    users: (count: number) => t("users", { count }),
  };
}
