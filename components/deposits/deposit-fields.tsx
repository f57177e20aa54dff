import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { FieldProblems } from "@/components/check-form";
import { FormField, TextField } from "@/components/form-field";
import { KanaField } from "@/components/kana-field";
import { NativeSelect } from "@/components/ui/native-select";
import type { DepositForm as Form } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";

// Asked for with baht alone. Until it is there, its place is kept.
const PayerBankField = dynamic(() => import("./payer-bank-field").then((module) => module.PayerBankField), {
  loading: () => <div className="min-h-24" />,
});

type Typed = Omit<Form, "formId">;

type Props = {
  environment: Environment;
  currencies: readonly string[];
  typed: Typed;
  problems: FieldProblems;
  onType: (name: keyof Typed, value: string) => void;
};

/** Whose account, how much, and then what is known of the payer, which is worth giving and never needed. */
export function DepositFields({ environment, currencies, typed, problems, onType }: Props) {
  const t = useTranslations("deposits.form");
  const text = (name: keyof Typed) => ({
    name,
    value: typed[name],
    problem: problems[name],
    onChange: (value: string) => onType(name, value),
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
        <TextField {...text("amount")} label={t("amount")} hint={t("amountHint")} inputMode="decimal" kind="amount" />
      </div>
      <TextField {...text("playerId")} label={t("player")} hint={t("playerHint")} kind="code" />

      {typed.currency === "JPY" ? (
        <FormField
          name="payerAccountName"
          label={<Optional>{t("payerKana")}</Optional>}
          hint={t("payerHint")}
          problem={problems.payerAccountName}
        >
          {(control) => (
            <KanaField
              {...control}
              of="account"
              isAdvice
              value={typed.payerAccountName}
              onChange={(value) => onType("payerAccountName", value)}
            />
          )}
        </FormField>
      ) : (
        <TextField
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
        <TextField
          {...text("payerAccount")}
          label={<Optional>{t("payerAccount")}</Optional>}
          kind="code"
          required={false}
        />
      </div>
    </>
  );
}

function Optional({ children }: { children: string }) {
  const t = useTranslations("deposits.form");
  return (
    <>
      {children} <span className="font-normal text-ink-3">({t("optional")})</span>
    </>
  );
}
