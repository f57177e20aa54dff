import { useTranslations } from "next-intl";
import { FormField, TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import { NativeSelect } from "@/components/ui/native-select";
import { APPROVERS } from "@/lib/withdrawals/approval-rules";
import type { TypedRules } from "./use-propose-rules";
import { useRuleWords } from "./use-rule-words";

export type TypedRule = TypedRules[number];

type Props = {
  number: number;
  currencies: readonly TypedRule["currency"][];
  rule: TypedRule;
  /** The code of what is wrong with a field. */
  problems: Record<"from" | "currency", string | undefined>;
  onChange: (rule: TypedRule) => void;
  onRemove: () => void;
};

/** One rule as it is typed. */
export function RuleRow({ number, currencies, rule, problems, onChange, onRemove }: Props) {
  const t = useTranslations("rules");
  const words = useRuleWords();
  return (
    <fieldset className="grid items-start gap-3 border-b border-border pb-4 grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] sm:grid-cols-[1fr_2fr_1.3fr_auto]">
      <legend className="sr-only">{t("ruleName", { number })}</legend>
      <FormField name={`currency-${number}`} label={t("currency")} problem={problems.currency}>
        {(control) => (
          <NativeSelect
            {...control}
            value={rule.currency}
            onChange={({ target: { value } }) => {
              const currency = currencies.find((known) => known === value);
              if (currency) onChange({ ...rule, currency });
            }}
          >
            {currencies.map((currency) => (
              <option key={currency}>{currency}</option>
            ))}
          </NativeSelect>
        )}
      </FormField>
      <TextField
        name={`from-${number}`}
        label={t("from")}
        problem={problems.from}
        value={rule.from}
        onChange={(from) => onChange({ ...rule, from })}
        inputMode="decimal"
      />
      <FormField name={`approvers-${number}`} label={t("approvers")} problem={undefined}>
        {(control) => (
          <NativeSelect
            {...control}
            value={rule.approvers}
            onChange={({ target: { value } }) => {
              const approvers = APPROVERS.find((known) => String(known) === value);
              if (approvers !== undefined) onChange({ ...rule, approvers });
            }}
          >
            {APPROVERS.map((count) => (
              <option key={count} value={count}>
                {words.people(count)}
              </option>
            ))}
          </NativeSelect>
        )}
      </FormField>
      <Button size="field" className="mt-6" aria-label={t("removeWhich", { number })} onClick={onRemove}>
        {t("remove")}
      </Button>
    </fieldset>
  );
}
