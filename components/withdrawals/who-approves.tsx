import { UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { isZero } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";
import type { Advice } from "@/lib/withdrawals/advice-view";
import { type ApprovalRules, ruleFor } from "@/lib/withdrawals/approval-rules";
import type { Approvers } from "@/lib/withdrawals/earlier-payouts";

type Props = {
  rules: ApprovalRules;
  approvers: Approvers;
  /** How many must approve; null before there is an amount. */
  needed: number | null;
  currency: string;
  amount: string | null;
  /** A sum of 24 hours that asks for more than the amount alone. */
  sum: Extract<Advice, { kind: "sum" }> | undefined;
  /** The payee asks for more than the amount and the sum. */
  isNewPayee: boolean;
};

/** The rule that applies, and who may approve by it. The lines are there before an amount is, so that nothing moves. */
export function WhoApproves({ rules, approvers, needed, currency, amount, sum, isNewPayee }: Props) {
  const t = useTranslations("withdrawals.summary");
  const rule = amount === null ? null : ruleFor(rules, { currency, amount: sum?.total ?? amount });
  const others = approvers.roles.reduce((all, { count }) => all + count, 0);

  function ruleWords() {
    if (isNewPayee) return t("ruleNewPayee");
    if (amount === null) return t("ruleByAmount");
    if (!rule) return t("unruled", { currency });
    if (isZero(rule.from)) return t("ruleFromZero", { currency });
    return t(sum ? "ruleBySum" : "ruleFrom", { amount: formatAmount(rule.from, currency) });
  }
  function whoWords() {
    if (needed === null) return "–";
    if (needed === 0) return t("notRequired");
    if (approvers.names) return approvers.names.join(t("comma"));
    return approvers.roles.map(({ role, count }) => t("ofRole", { role, count })).join(t("comma"));
  }

  return (
    <div className="grid gap-1 text-sm">
      <p className="text-xs text-muted-foreground">{ruleWords()}</p>
      <p className="flex min-h-7 items-center gap-2">
        <UsersRound aria-hidden className="size-4 shrink-0 text-subtle-foreground" />
        <span className="min-w-0 flex-1">{whoWords()}</span>
        <span className="text-xs text-subtle-foreground">
          {needed !== null && needed > 0 && t("needed", { count: needed })}
        </span>
      </p>
      {needed !== null && others < needed && <p className="text-xs text-warning">{t("tooFew", { count: others })}</p>}
    </div>
  );
}
