import { useTranslations } from "next-intl";
import { type ComponentProps, memo, useMemo } from "react";
import type { FieldProblems } from "@/components/check-form";
import { FormField, TextField, type TextProps } from "@/components/form-field";
import { KanaField } from "@/components/kana-field";
import { later } from "@/components/later";
import { NativeSelect } from "@/components/ui/native-select";
import type { Environment } from "@/lib/environment";
import type { WithdrawalForm } from "@/lib/withdrawals/schema";
import { AccountNumberField } from "./account-number-field";
import { AvailableBalance } from "./available-balance";
import { JapaneseBankFields } from "./japanese-bank-fields";

// The first currency is the yen, whose banks are those of the directory. Until it is there, its place is kept.
const ListedBankField = later(
  async () => (await import("./listed-bank-field")).ListedBankField,
  <div className="min-h-24" />,
);

// By themselves, so that a letter of another field does not draw them anew.
const Banks = memo(JapaneseBankFields);
const Holder = memo(HolderField);
const Account = memo(function Account({ onType, ...field }: AccountProps) {
  return <AccountNumberField {...field} onChange={(value) => onType("destinationAccount", value)} />;
});
const Text = memo(function Text({ name, onType, ...field }: Omit<TextProps, "name" | "onChange"> & Typing) {
  return <TextField name={name} {...field} onChange={(value) => onType(name, value)} />;
});

type Name = Exclude<keyof WithdrawalForm, "formId">;

type Typing = { name: Name; onType: Props["onType"] };
type AccountProps = Omit<ComponentProps<typeof AccountNumberField>, "onChange"> & Pick<Props, "onType">;

type Props = {
  environment: Environment;
  currencies: readonly string[];
  typed: Record<Name, string>;
  problems: FieldProblems;
  onType: (name: Name, value: string) => void;
};

const ACCOUNT_TYPES = ["1", "2"];

/** In the order of a Japanese transfer screen: bank, branch, account type, number, holder, amount. */
export const WithdrawalFields = memo(function WithdrawalFields({
  environment,
  currencies,
  typed,
  problems,
  onType,
}: Props) {
  const t = useTranslations("withdrawals.form");
  const orders = useTranslations("orders");
  const isJapanese = typed.currency === "JPY";
  const { destination, destinationName, destinationBranchCode, destinationBranchName } = typed;
  const bank = useMemo(
    () => ({ destination, destinationName, destinationBranchCode, destinationBranchName }),
    [destination, destinationName, destinationBranchCode, destinationBranchName],
  );
  const text = (name: Name) => ({
    name,
    value: typed[name],
    problem: problems[name],
    onType,
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

      {isJapanese ? (
        <Banks environment={environment} typed={bank} problems={problems} onType={onType} />
      ) : (
        <div className="grid gap-4 sm:grid-cols-[1fr_1.4fr]">
          <ListedBankField
            key={typed.currency}
            environment={environment}
            currency={typed.currency}
            problem={problems.destination}
            value={typed.destination}
            onType={(value) => onType("destination", value)}
            onPick={({ code, name }) => {
              onType("destination", code);
              onType("destinationName", name);
            }}
          />
          <Text {...text("destinationName")} label={t("bankName")} />
        </div>
      )}

      <div className="grid gap-4 sm:grid-cols-[1fr_1.4fr]">
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
        {isJapanese ? (
          <Account {...text("destinationAccount")} bankCode={typed.destination} />
        ) : (
          <Text {...text("destinationAccount")} label={t("accountNumber")} kind="code" />
        )}
      </div>

      {isJapanese ? (
        <Holder value={typed.destinationAccountName} problem={problems.destinationAccountName} onType={onType} />
      ) : (
        <Text {...text("destinationAccountName")} label={t("holderOther")} />
      )}

      <div className="grid gap-4 sm:grid-cols-2">
        <Text
          {...text("amount")}
          label={t("amount")}
          hint={<AvailableBalance environment={environment} currency={typed.currency} typed={typed.amount} />}
          inputMode="decimal"
          kind="amount"
        />
        <Text {...text("playerId")} label={t("player")} hint={t("playerHint")} kind="code" />
      </div>
    </>
  );
});

type HolderProps = Pick<Props, "onType"> & { value: string; problem: string | undefined };

function HolderField({ value, problem, onType }: HolderProps) {
  const t = useTranslations("withdrawals.form");
  const name = "destinationAccountName";
  return (
    <FormField name={name} label={t("holder")} hint={t("holderHint")} problem={problem}>
      {(control) => <KanaField {...control} of="account" value={value} onChange={(text) => onType(name, text)} />}
    </FormField>
  );
}
