import { useTranslations } from "next-intl";
import { FormField, TextField } from "@/components/form-field";
import { NativeSelect } from "@/components/ui/native-select";
import type { Environment } from "@/lib/environment";
import type { WithdrawalForm } from "@/lib/withdrawals/schema";
import { AvailableBalance } from "./available-balance";
import type { FieldProblems } from "./check-form";

type Name = Exclude<keyof WithdrawalForm, "formId">;

type Props = {
  environment: Environment;
  currencies: readonly string[];
  typed: Record<Name, string>;
  problems: FieldProblems;
  onType: (name: Name, value: string) => void;
};

const ACCOUNT_TYPES = ["1", "2"];

/** In the order of a Japanese transfer screen: bank, branch, account type, number, holder, amount. */
export function WithdrawalFields({ environment, currencies, typed, problems, onType }: Props) {
  const t = useTranslations("withdrawals.form");
  const orders = useTranslations("orders");
  const isJapanese = typed.currency === "JPY";
  const text = (name: Name) => ({
    name,
    value: typed[name],
    problem: problems[name],
    onChange: (value: string) => onType(name, value),
  });
  return (
    <>
      <div className="max-w-40">
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
      </div>

      <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
        <TextField
          {...text("destination")}
          label={t("bankCode")}
          hint={isJapanese ? t("bankCodeHint") : t("bankCodeHintOther")}
          inputMode={isJapanese ? "numeric" : "text"}
          kind="code"
        />
        <TextField {...text("destinationName")} label={t("bankName")} lang={isJapanese ? "ja" : undefined} />
      </div>

      {isJapanese && (
        <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
          <TextField
            {...text("destinationBranchCode")}
            label={t("branchCode")}
            hint={t("branchCodeHint")}
            inputMode="numeric"
            kind="code"
          />
          <TextField {...text("destinationBranchName")} label={t("branchName")} lang="ja" />
        </div>
      )}

      <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
        {isJapanese && (
          <FormField name="destinationAccountType" label={t("accountType")} problem={problems.destinationAccountType}>
            {(control) => (
              <NativeSelect
                {...control}
                value={typed.destinationAccountType}
                onChange={(event) => onType("destinationAccountType", event.target.value)}
              >
                {ACCOUNT_TYPES.map((code) => (
                  <option key={code} value={code}>
                    {orders("accountType", { code })}
                  </option>
                ))}
              </NativeSelect>
            )}
          </FormField>
        )}
        <TextField
          {...text("destinationAccount")}
          label={t("accountNumber")}
          hint={isJapanese && t("accountNumberHint")}
          inputMode={isJapanese ? "numeric" : "text"}
          kind="code"
        />
      </div>

      <TextField
        {...text("destinationAccountName")}
        label={isJapanese ? t("holder") : t("holderOther")}
        hint={isJapanese && t("holderHint")}
        lang={isJapanese ? "ja" : undefined}
      />

      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...text("amount")}
          label={t("amount")}
          hint={<AvailableBalance environment={environment} currency={typed.currency} typed={typed.amount} />}
          inputMode="decimal"
          kind="amount"
        />
        <TextField {...text("playerId")} label={t("player")} hint={t("playerHint")} kind="code" />
      </div>
    </>
  );
}
