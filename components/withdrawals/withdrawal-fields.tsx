import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentProps, memo, useMemo } from "react";
import { AmountField } from "@/components/forms/amount-field";
import type { FieldProblems } from "@/components/forms/check-form";
import { FormField, TextField, type TextProps } from "@/components/forms/form-field";
import { KanaFormField } from "@/components/forms/kana-form-field";
import { NativeSelect } from "@/components/ui/native-select";
import type { Environment } from "@/lib/environment";
import type { FormEvent, FormField as FormFieldName, FormState } from "@/lib/withdrawals/form-state";
import { AccountNumberField } from "./account-number-field";
import { AttachmentsField } from "./attachments-field";
import { AvailableBalance } from "./available-balance";
import { type BankTyped, JapaneseBankFields } from "./japanese-bank-fields";

// The first currency is the yen, whose banks are those of the directory. Until it is there, its place is kept.
const ListedBankField = dynamic(async () => (await import("./listed-bank-field")).ListedBankField, {
  loading: () => <div className="min-h-24" />,
});

// Memoised, so that typing in another field does not re-render them.
const Banks = memo(JapaneseBankFields);
const Holder = memo(HolderField);
const Account = memo(function Account({ onEvent, ...field }: AccountProps) {
  return <AccountNumberField {...field} onChange={(value) => onEvent(typedInto("destinationAccount", value))} />;
});
const Text = memo(function Text({ name, onEvent, ...field }: Omit<TextProps, "name" | "onChange"> & Typing) {
  return <TextField name={name} {...field} onChange={(value) => onEvent(typedInto(name, value))} />;
});
const Amount = memo(function Amount({ name, onEvent, ...field }: AmountProps) {
  return <AmountField name={name} {...field} onChange={(value) => onEvent(typedInto(name, value))} />;
});

const Attachments = memo(AttachmentsField);

const typedInto = (name: FormFieldName, value: string): FormEvent => ({ kind: "typed", name, value });

type Typing = { name: FormFieldName } & Pick<Props, "onEvent">;
type AccountProps = Omit<ComponentProps<typeof AccountNumberField>, "onChange"> & Pick<Props, "onEvent">;
type AmountProps = Omit<ComponentProps<typeof AmountField>, "name" | "onChange"> & Typing;

type Props = {
  environment: Environment;
  currencies: readonly string[];
  typed: FormState;
  problems: FieldProblems;
  onEvent: (event: FormEvent) => void;
  onUploading: (isUploading: boolean) => void;
};

const ACCOUNT_TYPES = ["1", "2"];

/** In the order of a Japanese transfer screen: bank, branch, account type, number, holder, amount. */
export const WithdrawalFields = memo(function WithdrawalFields({
  environment,
  currencies,
  typed,
  problems,
  onEvent,
  onUploading,
}: Props) {
  const t = useTranslations("withdrawals.form");
  const orders = useTranslations("orders");
  const isJapanese = typed.currency === "JPY";
  const bank = useBankTyped(typed);
  const text = (name: FormFieldName) => ({
    name,
    value: typed[name],
    problem: problems[name],
    onEvent,
  });
  return (
    <>
      <div className="max-w-40">
        <FormField name="currency" label={t("currency")} problem={problems.currency}>
          {(control) => (
            <NativeSelect
              {...control}
              value={typed.currency}
              onChange={(event) => onEvent(typedInto("currency", event.target.value))}
            >
              {currencies.map((currency) => (
                <option key={currency}>{currency}</option>
              ))}
            </NativeSelect>
          )}
        </FormField>
      </div>

      {isJapanese ? (
        <Banks environment={environment} typed={bank} problems={problems} onEvent={onEvent} />
      ) : (
        <div className="grid gap-4 sm:grid-cols-[1fr_1.4fr]">
          <ListedBankField
            key={typed.currency}
            environment={environment}
            currency={typed.currency}
            problem={problems.destination}
            value={typed.destination}
            onType={(value) => onEvent(typedInto("destination", value))}
            onPick={({ code, name }) => onEvent({ kind: "bank_picked", code, name })}
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
                onChange={(event) => onEvent(typedInto("destinationAccountType", event.target.value))}
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
        <Holder value={typed.destinationAccountName} problem={problems.destinationAccountName} onEvent={onEvent} />
      ) : (
        <Text {...text("destinationAccountName")} label={t("holderOther")} />
      )}

      <div className="grid gap-4 sm:grid-cols-2">
        <Amount
          {...text("amount")}
          currency={typed.currency}
          label={t("amount")}
          hint={<AvailableBalance environment={environment} currency={typed.currency} typed={typed.amount} />}
        />
        <Text {...text("playerId")} label={t("player")} hint={t("playerHint")} kind="code" />
      </div>

      <div className="grid gap-4 sm:grid-cols-2">
        <Text {...text("purpose")} label={t("purpose")} hint={t("purposeHint")} required={false} />
        <Attachments
          environment={environment}
          value={typed.attachments}
          problem={problems.attachments}
          onEvent={onEvent}
          onUploading={onUploading}
        />
      </div>
    </>
  );
});

/** The same object as long as nothing of it has changed: a key in another field does not draw the banks anew. */
function useBankTyped(typed: FormState): BankTyped {
  const { destination, destinationName, bankAsTyped, destinationAccount, yuchoSymbol, yuchoNumber } = typed;
  const { destinationBranchCode, destinationBranchName, branchAsTyped, yuchoSavings } = typed;
  return useMemo(
    () => ({
      destination,
      destinationName,
      bankAsTyped,
      destinationAccount,
      yuchoSymbol,
      yuchoNumber,
      yuchoSavings,
      destinationBranchCode,
      destinationBranchName,
      branchAsTyped,
    }),
    [
      destination,
      destinationName,
      bankAsTyped,
      destinationAccount,
      yuchoSymbol,
      yuchoNumber,
      yuchoSavings,
      destinationBranchCode,
      destinationBranchName,
      branchAsTyped,
    ],
  );
}

type HolderProps = Pick<Props, "onEvent"> & { value: string; problem: string | undefined };

function HolderField({ value, problem, onEvent }: HolderProps) {
  const t = useTranslations("withdrawals.form");
  const name = "destinationAccountName";
  return (
    <KanaFormField
      {...{ of: "account", name, problem, value }}
      label={t("holder")}
      hint={t("holderHint")}
      onChange={(text) => onEvent(typedInto(name, text))}
    />
  );
}
