import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { AmountField } from "@/components/forms/amount-field";
import type { FieldProblems } from "@/components/forms/check-form";
import { FormField, TextField, type TextProps } from "@/components/forms/form-field";
import { KanaFormField } from "@/components/forms/kana-form-field";
import { NativeSelect } from "@/components/ui/native-select";
import type { DepositForm as Form } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";

// Asked for with baht alone. Until it is there, its place is kept.
const PayerBankField = dynamic(async () => (await import("./payer-bank-field")).PayerBankField, {
  loading: () => <div className="min-h-24" />,
});

type Typed = Omit<Form, "formId">;

type Typing = { name: keyof Typed; onType: Props["onType"] };

type Props = {
  environment: Environment;
  currencies: readonly string[];
  typed: Typed;
  problems: FieldProblems;
  onType: (name: keyof Typed, value: string) => void;
};

// Memoised, so that typing in another field does not re-render them.
const Text = memo(function Text({ name, onType, ...field }: Omit<TextProps, "name" | "onChange"> & Typing) {
  return <TextField name={name} {...field} onChange={(value) => onType(name, value)} />;
});
const Payer = memo(PayerField);

/** Whose account, how much, and then what is known of the payer, which is worth giving and never needed. */
export function DepositFields({ environment, currencies, typed, problems, onType }: Props) {
  const t = useTranslations("deposits.form");
  const text = (name: keyof Typed) => ({
    name,
    value: typed[name],
    problem: problems[name],
    onType,
  });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[10rem_1fr]">
        <FormField name="currency" label={t("currency")} problem={problems.currency}>
          {(control) => (
            <NativeSelect
              {...control}
              value={typed.currency}
              onChange={(event) => onType("currency", event.target.value)}
            >
              {currencies.map((currency) => (
                <option key={currency}>{currency}</option>
              ))}
            </NativeSelect>
          )}
        </FormField>
        <AmountField
          {...{ name: "amount", currency: typed.currency, value: typed.amount, problem: problems.amount }}
          label={t("amount")}
          hint={t("amountHint")}
          onChange={(value) => onType("amount", value)}
        />
      </div>
      <Text {...text("playerId")} label={t("player")} hint={t("playerHint")} kind="code" />

      {typed.currency === "JPY" ? (
        <Payer value={typed.payerAccountName} problem={problems.payerAccountName} onType={onType} />
      ) : (
        <Text
          {...text("payerAccountName")}
          label={<Optional>{t("payer")}</Optional>}
          hint={t("payerHintOther")}
          required={false}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {typed.currency === "THB" && (
          <PayerBankField
            environment={environment}
            currency={typed.currency}
            label={<Optional>{t("payerBank")}</Optional>}
            problem={problems.payerBankCode}
            value={typed.payerBankCode}
            onType={(value) => onType("payerBankCode", value)}
          />
        )}
        <Text {...text("payerAccount")} label={<Optional>{t("payerAccount")}</Optional>} kind="code" required={false} />
      </div>
    </>
  );
}

type PayerProps = Pick<Props, "onType"> & { value: string; problem: string | undefined };

function PayerField({ value, problem, onType }: PayerProps) {
  const t = useTranslations("deposits.form");
  const name = "payerAccountName";
  return (
    <KanaFormField
      {...{ of: "account", name, problem, value }}
      isAdvice
      label={<Optional>{t("payerKana")}</Optional>}
      hint={t("payerHint")}
      onChange={(text) => onType(name, text)}
    />
  );
}

function Optional({ children }: { children: string }) {
  const t = useTranslations("deposits.form");
  return (
    <>
      {children} <span className="font-normal text-subtle-foreground">({t("optional")})</span>
    </>
  );
}
