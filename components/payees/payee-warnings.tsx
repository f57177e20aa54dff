import { useTranslations } from "next-intl";
import type { PayeeTerms } from "@/lib/payees/schema";

/** What the proposer confirmed although the bank directory says otherwise. */
export function PayeeWarnings({ warnings }: Pick<PayeeTerms["recipient"], "warnings">) {
  const t = useTranslations("withdrawals.warnings");
  return warnings.map((warning) => (
    <span key={warning} className="block text-sm text-warning">
      {t(warning)}
    </span>
  ));
}
