import { useTranslations } from "next-intl";
import { ChoiceField } from "@/components/forms/choice-field";
import { TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import type { proposeRulesAction } from "@/lib/withdrawals/actions";
import { APPROVERS } from "@/lib/withdrawals/approval-rules";
import { useRuleWords } from "./use-rule-words";

/** As the action takes them: the server reads every row. */
export type TypedRules = Parameters<typeof proposeRulesAction>[1]["rules"];
export type TypedRule = TypedRules[number];

type Props = {
  number: number;
  rule: TypedRule;
  /** The code of what is wrong with a field. */
  problems: Record<"from" | "currency", string | undefined>;
  onChange: (rule: TypedRule) => void;
  onRemove: () => void;
};

/** One rule as it is typed. */
export function RuleRow({ number, rule, problems, onChange, onRemove }: Props) {
  const t = useTranslations("rules");
  const words = useRuleWords();
  // Where the fields lie in columns, the first row names them.
  const named = (text: string) => <span className={number > 1 ? "sm:sr-only" : undefined}>{text}</span>;
  return (
    <fieldset className="grid items-start gap-x-3 gap-y-2 grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] sm:grid-cols-[6rem_minmax(0,2fr)_minmax(6.5rem,1.3fr)_auto]">
      <legend className="sr-only">{t("ruleName", { number })}</legend>
      <ChoiceField
        name={`currency-${number}`}
        label={named(t("currency"))}
        problem={problems.currency}
        options={WITHDRAWAL_CURRENCIES}
        value={rule.currency}
        onChange={(currency) => onChange({ ...rule, currency })}
      />
      <TextField
        name={`from-${number}`}
        label={named(t("from"))}
        problem={problems.from}
        value={rule.from}
        onChange={(from) => onChange({ ...rule, from })}
        inputMode="decimal"
      />
      <ChoiceField
        name={`approvers-${number}`}
        label={named(t("approvers"))}
        options={APPROVERS}
        text={words.users}
        value={rule.approvers}
        onChange={(approvers) => onChange({ ...rule, approvers })}
      />
      <Button
        size="field"
        className={number > 1 ? "mt-6 sm:mt-1.25" : "mt-6"}
        aria-label={t("removeWhich", { number })}
        onClick={onRemove}
      >
        {t("remove")}
      </Button>
    </fieldset>
  );
}
