import { useTranslations } from "next-intl";
import { compareAmounts } from "@/lib/money/amount";
import { parseTypedAmount } from "@/lib/money/amount-input";

type Props = { currency: string; typed: string; available: string };

/** Says that more was typed than there is. Loaded with the first amount: to compute with decimals weighs something. */
export function ExceedsBalance({ currency, typed, available }: Props) {
  const t = useTranslations("withdrawals.form");
  const amount = parseTypedAmount(typed, currency);
  return amount.ok && compareAmounts(amount.value, available) > 0 ? t("exceeds") : null;
}
