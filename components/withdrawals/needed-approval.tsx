import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { isZero } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";
import { type ApprovalRules, approversFor, ruleFor } from "@/lib/withdrawals/approval-rules";

type Props = { rules: ApprovalRules; input: { currency: string; amount: string } };

/** Whether approval will be needed, by the rules when the form was opened. The server decides again. */
export function NeededApproval({ rules, input }: Props) {
  const t = useTranslations("withdrawals.review");
  const { currency } = input;
  const approvers = approversFor(rules, input);
  if (approvers === 0) return null;

  const rule = ruleFor(rules, input);
  function from() {
    if (!rule) return t("unruled", { currency });
    return isZero(rule.from) ? t("fromZero", { currency }) : t("from", { amount: formatAmount(rule.from, currency) });
  }
  return <Alert>{t("needs", { from: from(), approvers })}</Alert>;
}
